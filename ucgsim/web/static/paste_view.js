/** The dialog that takes a list: pasted, typed, from a file or as a link; what is unclear is asked for. */

import { html, useLayoutEffect, useState } from './vendor/preact.js';
import { nameOf } from './cards.js';
import { sizeOf } from './deck.js';
import { _, inParts, lineOf } from './language.js';
import { decoded, placed } from './lists.js';
import { CardFace, Problem, Sheet, heard, note } from './view.js';

const MOST_BYTES = 500_000;
const [MOST_SHOWN, MOST_ILLEGAL, MOST_QUOTED] = [6, 3, 200];
const ENDS = /\r\n|[\r\v\f\x1c-\x1e\x85\u2028\u2029]/g;

/** @typedef {import('./view.js').Bench} Bench @typedef {ReturnType<Bench['paste']>} Pasted
 * @typedef {Pasted['problems'][0]} Unclear */

/** A line with a card's number in place of its name, so that its count stays.
 * @param {string} line @param {string} name @param {string} number */
function numbered(line, name, number) {
  if (name && line.includes(name)) return line.replace(name, () => number);
  return `${/^\s*(\d{1,3})(?!\d)/.exec(line)?.[1] ?? 1} ${number}`;
}

/** What is wrong, without the number of the line. @param {Unclear} unclear @param {boolean} isLink */
function said({ line, message }, isLink) {
  if (line) return message.slice(placed(line).length);
  return isLink
    ? _("The link can't be opened: {problem}.", { problem: message })
    : _('This list {problem}.', { problem: message });
}

/** A line that is not understood, with the cards that it may mean.
 * @param {{bench: Bench, unclear: Unclear, isLink: boolean,
 *   text?: string, onTake: (number: string) => void}} given */
function Problems({ bench, unclear, isLink, text, onTake }) {
  const [all, showAll] = useState(false);
  const { line, candidates = [] } = unclear;
  const face = (/** @type {string} */ number) => {
    const card = bench.cards.must(number);
    const label = _('Take {card} {number}', { card: nameOf(card), number });
    const button = html`<button aria-label=${label} onClick=${() => onTake(number)}>${_('Take')}</button>`;
    return html`<${CardFace} key=${number} card=${card} button=${button} />`;
  };
  const count = all ? 0 : candidates.length - MOST_SHOWN;
  const more = html`<button class="quiet" onClick=${() => showAll(true)}>${_('show all')}</button>`;
  return html`<div class="unclear">
    ${
      line &&
      html`<p><span class="grey">${_('Line {line}', { line })}</span> <code>${text?.slice(0, MOST_QUOTED)}</code></p>`
    }
    <p class="problem">${said(unclear, isLink)}</p>
    ${
      candidates.length > 0 &&
      html`<div class="cards">${candidates.slice(0, all ? undefined : MOST_SHOWN).map(face)}</div>`
    }
    ${count > 0 && note(inParts(_('{count} more: type more of the name, or {all}'), { count, all: more }))}
  </div>`;
}

/** The text of a file. @param {File} file @returns {Promise<string>} @throws {Error} In one line. */
async function textOf(file) {
  const given = { file: file.name };
  if (file.size > MOST_BYTES) throw new Error(_('{file} has more than 500 kB: a list is shorter.', given));
  const bytes = await file.arrayBuffer().catch(() => null);
  if (!bytes) throw new Error(_("{file} can't be read.", given));
  return decoded(bytes);
}

/** What the button says that takes a list. @param {number} size @param {number} left Lines that are unclear. */
function taking(size, left) {
  if (!left) return _('Take {size} cards', { size });
  return left === 1
    ? _('Take {size} cards, without {left} unclear line', { size, left })
    : _('Take {size} cards, without {left} unclear lines', { size, left });
}

/** @param {{onFile: (file: File | undefined) => void}} given */
function FromFile({ onFile }) {
  const choose = (/** @type {{target: HTMLInputElement}} */ { target }) => onFile(target.files?.[0]);
  return html`<label class="grey">
    ${_('Or a text file; it can be dropped on the list as well')}
    <input type="file" accept=".txt,.csv,.json,.md,text/*" onChange=${choose} />
  </label>`;
}

/** `text`: what was typed when it was closed without being taken, which `onText` hears; `onBridge`: asked how a deck
 * comes here from another tool.
 * @param {{bench: Bench, onClose: () => void, onTaken: () => void, onDeck?: (deck: Pasted) => void, text: string,
 *   onText: (text: string) => void, onBridge: () => void}} given */
export function Paste({ bench, onClose, onTaken, onDeck, text: first, onText, onBridge }) {
  const [text, put] = useState(first);
  useLayoutEffect(() => onText(text), [text]);
  const [trouble, fail] = useState('');
  const type = (/** @type {string} */ given) => {
    put(given.replace(ENDS, '\n'));
    fail('');
  };
  const lines = text.split('\n');
  const link = /(?:#|%23)d(?:=|%3D)[\w-]+/i.exec(text)?.[0];
  const list = text.trim() ? bench.paste(link ?? text) : null;
  const size = sizeOf(list?.counts ?? {});
  const illegal = list && size ? bench.edited.problemsOf(list.counts) : [];
  const opens = link && !onDeck;
  const take = () => {
    if (!list) return;
    try {
      if (onDeck) onDeck(list);
      else if (link) bench.openLink(link);
      else bench.open(list);
      onTaken();
    } catch (error) {
      fail(lineOf(error));
    }
  };
  const read = (/** @type {File | undefined} */ file) =>
    file && textOf(file).then(type, (error) => fail(error.message));
  const drop = (/** @type {DragEvent} */ event) => {
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    read(event.dataTransfer.files[0]);
  };
  const mend = (/** @type {Unclear} */ unclear) => (/** @type {string} */ number) =>
    type(lines.map((line, at) => (at + 1 === unclear.line ? numbered(line, unclear.text, number) : line)).join('\n'));
  const example = ['4 BP01-001', _('3 Ultraman Tiga 2 …'), _('or a link of this page')].join('\n');
  const button = opens
    ? _('Open the deck of the link, {size} cards', { size })
    : taking(size, list?.problems.filter(({ line }) => line).length ?? 0);
  return html`<${Sheet} title=${_('Paste a list')} onClose=${onClose}>
    <textarea aria-label=${_('The list')} placeholder=${example} value=${text} onDrop=${drop}
      onDragOver=${(/** @type {Event} */ event) => event.preventDefault()} onInput=${heard(type)}></textarea>
    <${FromFile} onFile=${read} />
    <${Problem} line=${trouble} />
    ${list?.problems.map(
      (each, k) =>
        html`<${Problems}
          key=${k} bench=${bench} unclear=${each} isLink=${Boolean(link)} text=${lines[(each.line ?? 0) - 1]}
          onTake=${mend(each)} />`,
    )}
    ${illegal
      .slice(0, MOST_ILLEGAL)
      .map((problem) => html`<p class="grey" key=${problem}>${_('Not legal yet: {problem}', { problem })}</p>`)}
    ${opens && size > 0 && note(_('A link brings its field along, if it holds one.'))}
    <div class="buttons foot">
      <button class="main" disabled=${!size} onClick=${take}>${button}</button>
      <button class="quiet" onClick=${onBridge}>${_('From a deck builder')}</button>
    </div>
  </${Sheet}>`;
}
