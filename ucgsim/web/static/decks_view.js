/** Decks to open: those that ship, the library of the studio, and the saved versions with their notes
 * and differences. */

import { html, useState } from './vendor/preact.js';
import { deckName } from './cards.js';
import { differences } from './deck.js';
import { _, dated as written, listed } from './language.js';
import { Faces, Panel, Typed, note } from './view.js';

const DATE = /** @type {const} */ ({ dateStyle: 'medium', timeStyle: 'medium' });
/** Differences that are named in a row. */
const MOST_NAMED = 4;

/** @typedef {import('./view.js').Bench} Bench @typedef {import('./versions.js').Version} Version
 * @typedef {import('./deck.js').Deck} Deck */

const dated = (/** @type {Version} */ version) => written(version.at, DATE);
/** A version in the text of a button. @param {Version} version */
const which = (version) => ({ name: deckName(version.name), date: dated(version) });
/** @param {number} by */
const signed = (by) => `${by > 0 ? '+' : '−'}${Math.abs(by)}`;

/** @param {{bench: Bench, from: Version, to: Version, onMeasure: () => void, onClose: () => void}} given */
function Compared({ bench, from, to, onMeasure, onClose }) {
  const lines = differences(from.counts, to.counts);
  const given = { newer: deckName(to.name), date: dated(to), older: deckName(from.name), before: dated(from) };
  return html`<section class="sheet stackof" aria-label=${_('Differences')} role="status">
    <div class="head">
      <h2>${_('{newer}, {date}, against {older}, {before}', given)}</h2>
      <button class="quiet" aria-label=${_('Close the comparison')} onClick=${onClose}>✕</button>
    </div>
    ${!lines.length && note(_('Both hold the same cards.'))}
    ${
      lines.length > 0 &&
      html`
        <ul class="differences">
          ${lines.map(
            ([number, by]) =>
              html`<li key=${number}>
                <b class=${`num ${by > 0 ? 'good' : 'bad'}`}>${signed(by)}</b> ${bench.cards.title(number)} <span
                  class="grey">${number}</span>
              </li>`,
          )}
        </ul>
        <div class="buttons">
          <button class="main" onClick=${onMeasure}>${_('Measure against it')}</button>
          <span class="grey">
            ${_('Opens the newer one and plays both on the same shuffles: that shows what the change wins.')}
          </span>
        </div>
      `
    }
  </section>`;
}

/** What a version has more and less of than the one before it of the same name. @param {Bench} bench
 * @param {Version} version */
function since(bench, version) {
  const before = bench.versions.all.find((each) => each.name === version.name && each.at < version.at);
  if (!before) return '';
  const lines = differences(before.counts, version.counts).map(
    ([number, by]) => `${signed(by)} ${bench.cards.title(number, number)}`,
  );
  const [some, count] = [listed(lines.slice(0, MOST_NAMED)), lines.length - MOST_NAMED];
  return count > 0 ? _('{lines} and {count} more', { lines: some, count }) : some || _('the same cards as before');
}

/** The library of the studio. @param {{bench: Bench, onOpen: (deck: Deck) => void, onMend: (text: string) => void}}
 * given */
function Library({ bench, onOpen, onMend }) {
  const { library } = bench.versions;
  const mended = (/** @type {import('./versions.js').Kept} */ { name, text = '' }) =>
    onMend(/^\s*[[{]/.test(text) ? text : `${text.trimEnd()}\n# name: ${name}`);
  return html`<${Panel} class="stackof" title=${_('Your library')}>
    <div class="buttons">
      ${library.map(
        ({ key, name, counts }) =>
          counts && html`<button key=${key} onClick=${() => onOpen({ name, counts })}>${deckName(name)}</button>`,
      )}
    </div>
    ${library.map(
      (each) =>
        !each.counts &&
        html`<div class="version" key=${each.key}>
          <div>
            <b>${deckName(each.name)}</b>
            <span class="problem">${_("can't be read: {problem}", { problem: each.problem })}</span>
          </div>
          <button onClick=${() => mended(each)}>${_('Mend it')}</button>
        </div>`,
    )}
    ${
      !library.length &&
      note(_('Nothing is in your library yet. Press “Save version” above: the deck is saved here under its name.'))
    }
  </${Panel}>`;
}

/** A saved version. @param {{bench: Bench, version: Version, isChosen: boolean, onOpen: () => void, onCompare: () =>
 * void, onMeasure: () => void}} given */
function Row({ bench, version, isChosen, onOpen, onCompare, onMeasure }) {
  const { isDraft } = version;
  const said = which(version);
  const annotate = (/** @type {string} */ text) => {
    bench.versions.annotate(version, text);
    bench.say();
  };
  const forget = () => {
    if (!confirm(_("Delete “{name}” of {date}? It can't be brought back.", said))) return;
    bench.versions.forget(version);
    bench.say();
  };
  return html`<div class="version">
    <div>
      <b>${said.name}</b> <span class="grey num">${said.date}</span> <span class="grey">
        ${since(bench, version)}
      </span>
      ${
        isDraft
          ? note(version.note)
          : html`<${Typed}
            class="note" aria-label=${_('Note of {name}, {date}', said)} placeholder=${_('Add a note')} maxlength="200"
            value=${version.note} onDone=${annotate} />`
      }
    </div>
    <div class="buttons">
      <button aria-label=${_('Open {name}, {date}', said)} onClick=${onOpen}>${_('Open')}</button>
      <button aria-label=${_('Compare {name}, {date}', said)} aria-pressed=${isChosen} onClick=${onCompare}>
        ${_('Compare')}
      </button>
      <button aria-label=${_('Measure against it: {name}, {date}', said)} onClick=${onMeasure}>
        ${_('Measure against it')}
      </button>
      ${
        !isDraft &&
        html`<button aria-label=${_('Delete {name}, {date}', said)} onClick=${forget}>${_('Delete')}</button>`
      }
    </div>
  </div>`;
}

/** @param {{bench: Bench, onOpen: () => void, onMend: (text: string) => void}} given */
export function Decks({ bench, onOpen, onMend }) {
  const [picked, pick] = useState(/** @type {string[]} */ ([]));
  const { all, shipped } = bench.versions;
  const open = (/** @type {Deck} */ deck) => {
    bench.open(deck);
    onOpen();
  };
  const measure = (/** @type {Version} */ version) => {
    bench.edited.measure(version);
    onOpen();
  };
  const chosen = picked.flatMap((key) => all.find((each) => each.key === key) ?? []);
  const [older, newer] = [...chosen].sort((x, y) => x.at - y.at);
  const compare = (/** @type {string} */ key) => {
    if (picked[0] === key) pick([]);
    else pick(chosen.length ? [picked[0], key] : [key]);
  };
  const hint = html`<span class="grey" role="status">${_('Choose “Compare” at another version.')}</span>`;
  return html`<main class="one">
    <section class="sheet stackof">
      <h2>${_('Decks that ship')}</h2>
      <div class="buttons">
        ${shipped.map(
          (each) =>
            html`<button key=${each.name} onClick=${() => open(each)}>
              <${Faces} bench=${bench} counts=${each.counts} />${deckName(each.name)}
            </button>`,
        )}
      </div>
    </section>
    ${bench.server && html`<${Library} bench=${bench} onOpen=${open} onMend=${onMend} />`}
    <${Panel} title=${_('Your versions')} more=${chosen.length === 1 && hint}>
      ${all.map(
        (each) =>
          html`<${Row} key=${each.key} bench=${bench} version=${each} isChosen=${picked.includes(each.key)}
            onOpen=${() => open(each)} onCompare=${() => compare(each.key)} onMeasure=${() => measure(each)} />`,
      )}
      ${
        !all.length &&
        note(
          _(
            'Nothing is saved yet. Build or paste a deck, then press “Save version” above: ' +
              'it is saved here with its date.',
          ),
        )
      }
    </${Panel}>
    ${
      newer &&
      html`<${Compared} bench=${bench} from=${older} to=${newer} onClose=${() => pick([])} onMeasure=${() => {
        bench.open(newer);
        measure(older);
      }} />`
    }
  </main>`;
}
