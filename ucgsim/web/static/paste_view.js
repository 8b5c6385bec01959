/**
 * The dialog that takes a list: pasted, typed, from a file or as a link; what is unclear is asked for.
 *
 * @module paste_view
 */

import { html, useState } from './vendor/preact.js';
import { nameOf } from './cards.js';
import { _, inParts } from './language.js';
import { CardFace, Sheet } from './view.js';
import { decoded, placed } from './lists.js';
import { sizeOf } from './workbench.js';

const MOST_BYTES = 500_000;
const MOST_SHOWN = 6;
const ENDS = /\r\n|[\r\v\f\x1c-\x1e\x85\u2028\u2029]/g;

/** A line with a card's number in place of its name, so that its count stays. @param {string} line @param {string} name @param {string} number */
function numbered(line, name, number) {
  return name && line.includes(name)
    ? line.replace(name, () => number)
    : `${/^\s*(\d{1,3})(?!\d)/.exec(line)?.[1] ?? 1} ${number}`;
}

/** @param {{bench: any, onClose: () => void, onDeck?: (deck: any) => void, text?: string}} given */
export function Paste({ bench, onClose, onDeck, text: first = '' }) {
  const [text, put] = useState(first);
  const [trouble, fail] = useState('');
  const [all, showAll] = useState(false);
  const type = (/** @type {string} */ given) => {
    put(given.replace(ENDS, '\n'));
    fail('');
  };
  const lines = text.split('\n');
  const link = /(?:#|%23)d(?:=|%3D)[\w-]+/i.exec(text)?.[0];
  const list = text.trim() ? bench.paste(link ?? text) : null;
  const size = sizeOf(list?.counts ?? {});
  const left = (list?.problems ?? []).filter((/** @type {any} */ each) => each.line).length;
  const illegal = size ? bench.problemsOf(list?.counts) : [];
  const take = () => {
    try {
      if (onDeck) onDeck(list);
      else if (link) bench.openLink(link);
      else bench.open(list);
      onClose();
    } catch (error) {
      fail(error instanceof Error ? error.message : String(error));
    }
  };
  const read = async (/** @type {File | undefined} */ file) => {
    if (!file) return;
    if (file.size > MOST_BYTES) fail(_('{file} has more than 500 kB: a list is shorter.', { file: file.name }));
    else
      await file
        .arrayBuffer()
        .then((bytes) => type(decoded(bytes)))
        .catch(() => fail(_("{file} can't be read.", { file: file.name })));
  };
  const dropped = (/** @type {any} */ event) => {
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    read(event.dataTransfer.files[0]);
  };
  const button =
    link && !onDeck
      ? _('Open the deck of the link, {size} cards', { size })
      : !left
        ? _('Take {size} cards', { size })
        : left === 1
          ? _('Take {size} cards, without {left} unclear line', { size, left })
          : _('Take {size} cards, without {left} unclear lines', { size, left });
  return html`<${Sheet} title=${_('Paste a list')} onClose=${onClose}>
    <textarea aria-label=${_('The list')} placeholder=${['4 BP01-001', _('3 Ultraman Tiga 2 …'), _('or a link of this page')].join('\n')} value=${text} onDrop=${dropped} onDragOver=${(/** @type {any} */ event) => event.preventDefault()} onInput=${(/** @type {any} */ event) => type(event.target.value)}></textarea>
    <label class="grey">${_('Or a text file; it can be dropped on the list as well')}<input type="file" accept=".txt,.csv,.json,.md,text/*" onChange=${(/** @type {any} */ event) => read(event.target.files[0])} /></label>
    ${trouble ? html`<p class="problem" role="alert">${trouble}</p>` : null}
    ${list?.problems.map(
      (
        /** @type {any} */ each,
        /** @type {number} */ k,
      ) => html`<div class="unclear" key=${k}>${each.line ? html`<p><span class="grey">${_('Line {line}', { line: each.line })}</span> <code>${lines[each.line - 1]?.slice(0, 200)}</code></p>` : null}
      <p class="problem">${each.line ? each.message.slice(placed(each.line).length) : link ? _("The link can't be opened: {problem}.", { problem: each.message }) : _('This list {problem}.', { problem: each.message })}</p>
      ${
        each.candidates?.length
          ? html`<div class="cards">${each.candidates.slice(0, all ? undefined : MOST_SHOWN).map(
              (/** @type {string} */ number) => html`<${CardFace} key=${number} card=${bench.cards.must(number)}
        button=${html`<button aria-label=${_('Take {card} {number}', { card: nameOf(bench.cards.must(number)), number })} onClick=${() => type(lines.map((line, at) => (at + 1 === each.line ? numbered(line, each.text, number) : line)).join('\n'))}>${_('Take')}</button>`} />`,
            )}</div>`
          : null
      }
      ${!all && each.candidates?.length > MOST_SHOWN ? html`<p class="grey">${inParts(_('{count} more: type more of the name, or {all}'), { count: each.candidates.length - MOST_SHOWN, all: html`<button class="quiet" onClick=${() => showAll(true)}>${_('show all')}</button>` })}</p>` : null}</div>`,
    )}
    ${illegal.slice(0, 3).map((/** @type {string} */ each) => html`<p class="grey" key=${each}>${_('Not legal yet: {problem}', { problem: each })}</p>`)}
    ${link && size && !onDeck ? html`<p class="grey">${_('A link brings its field along, if it holds one.')}</p>` : null}
    <div class="buttons foot"><button class="main" disabled=${!size} onClick=${take}>${button}</button></div></${Sheet}>`;
}
