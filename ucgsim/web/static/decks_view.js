/**
 * Decks to open: those that ship, the library of the studio, and the saved versions with their notes and differences.
 *
 * @module decks_view
 */

import { html, useState } from './vendor/preact.js';
import { titleOf } from './cards.js';
import { _, dated as written, listed } from './language.js';
import { Typed } from './view.js';

const DATE = /** @type {const} */ ({ dateStyle: 'medium', timeStyle: 'medium' });
const dated = (/** @type {any} */ version) => written(version.at, DATE);
/** A version in the text of a button. @param {any} version */
const which = (version) => ({ name: version.name, date: dated(version) });

/** What one list has more and less of than another, by card. @param {Record<string, number>} from @param {Record<string, number>} to
 * @returns {[string, number][]} */
export function differences(from, to) {
  const numbers = [...new Set([...Object.keys(from), ...Object.keys(to)])];
  return numbers
    .map((number) => /** @type {[string, number]} */ ([number, (to[number] ?? 0) - (from[number] ?? 0)]))
    .filter(([, by]) => by)
    .sort((x, y) => y[1] - x[1] || (x[0] < y[0] ? -1 : 1));
}

/** @param {any} bench @param {string} number @param {string} [otherwise] @returns {string} The title of a card. */
const titled = (bench, number, otherwise = '') =>
  bench.cards.get(number) ? titleOf(bench.cards.get(number)) : otherwise;

/** @param {{bench: any, from: any, to: any, onMeasure: () => void, onClose: () => void}} given */
function Compared({ bench, from, to, onMeasure, onClose }) {
  const lines = differences(from.counts, to.counts);
  return html`<section class="sheet stackof" aria-label=${_('Differences')} role="status"><div class="head"><h2>${_('{newer}, {date}, against {older}, {before}', { newer: to.name, date: dated(to), older: from.name, before: dated(from) })}</h2><button class="quiet" aria-label=${_('Close the comparison')} onClick=${onClose}>✕</button></div>
    ${
      lines.length
        ? html`<ul class="differences">${lines.map(([number, by]) => html`<li key=${number}><b class=${`num ${by > 0 ? 'good' : 'bad'}`}>${by > 0 ? '+' : '−'}${Math.abs(by)}</b> ${titled(bench, number)} <span class="grey">${number}</span></li>`)}</ul>
      <div class="buttons"><button class="main" onClick=${onMeasure}>${_('Measure against it')}</button><span class="grey">${_('Opens the newer one and plays both on the same shuffles: that shows what the change wins.')}</span></div>`
        : html`<p class="grey">${_('Both hold the same cards.')}</p>`
    }</section>`;
}

/** @param {{bench: any, onOpen: () => void, onMend: (text: string) => void}} given */
export function Decks({ bench, onOpen, onMend }) {
  const [[from, to], pick] = useState(/** @type {string[]} */ ([]));
  const open = (/** @type {any} */ deck) => {
    bench.open(deck);
    onOpen();
  };
  const of = (/** @type {string | undefined} */ key) =>
    bench.versions.find((/** @type {any} */ each) => key && each.key === key);
  const [first, chosen] = [of(from), of(to)];
  const [older, second] = first && chosen && chosen.at < first.at ? [chosen, first] : [first, chosen];
  /** What it has more and less of than the version before it of the same name. @param {any} version */
  const since = (version) => {
    const before = bench.versions.find((/** @type {any} */ each) => each.name === version.name && each.at < version.at);
    if (!before) return '';
    const lines = differences(before.counts, version.counts).map(
      ([number, by]) => `${by > 0 ? '+' : '−'}${Math.abs(by)} ${titled(bench, number, number)}`,
    );
    return lines.length > 4
      ? _('{lines} and {count} more', { lines: listed(lines.slice(0, 4)), count: lines.length - 4 })
      : listed(lines) || _('the same cards as before');
  };
  const compare = (/** @type {any} */ { key }) => pick(first && key !== from ? [from, key] : key === from ? [] : [key]);
  const mended = (/** @type {any} */ { name, text }) =>
    onMend(/^\s*[[{]/.test(text) ? text : `${text.trimEnd()}\n# name: ${name}`);
  return html`<main class="one"><section class="sheet stackof"><h2>${_('Decks that ship')}</h2><div class="buttons">${bench.decks.map((/** @type {any} */ each) => html`<button key=${each.name} onClick=${() => open(each)}>${each.name}</button>`)}</div></section>
    ${
      bench.server
        ? html`<section class="sheet stackof" aria-label=${_('Your library')}><h2>${_('Your library')}</h2><div class="buttons">${bench.library.map((/** @type {any} */ each) => (each.counts ? html`<button key=${each.key} onClick=${() => open(each)}>${each.name}</button>` : null))}</div>
      ${bench.library.map((/** @type {any} */ each) => (each.counts ? null : html`<div class="version" key=${each.key}><div><b>${each.name}</b> <span class="problem">${_("can't be read: {problem}", { problem: each.problem })}</span></div><button onClick=${() => mended(each)}>${_('Mend it')}</button></div>`))}
      ${bench.library.length ? null : html`<p class="grey">${_('Nothing is in your library yet. Press “Save version” above: the deck is saved here under its name.')}</p>`}</section>`
        : null
    }
    <section class="sheet" aria-label=${_('Your versions')}><div class="head"><h2>${_('Your versions')}</h2>${first && !second ? html`<span class="grey" role="status">${_('Choose “Compare” at another version.')}</span>` : null}</div>
      ${bench.versions.map(
        (
          /** @type {any} */ each,
        ) => html`<div class="version" key=${each.key}><div><b>${each.name}</b> <span class="grey num">${dated(each)}</span> <span class="grey">${since(each)}</span>
        ${each.isDraft ? html`<p class="grey">${each.note}</p>` : html`<${Typed} class="note" aria-label=${_('Note of {name}, {date}', which(each))} placeholder=${_('Add a note')} maxlength="200" value=${each.note} onDone=${(/** @type {string} */ note) => bench.annotate(each, note)} />`}</div>
        <div class="buttons"><button aria-label=${_('Open {name}, {date}', which(each))} onClick=${() => open(each)}>${_('Open')}</button><button aria-label=${_('Compare {name}, {date}', which(each))} aria-pressed=${each.key === from || each.key === to} onClick=${() => compare(each)}>${_('Compare')}</button>
        <button aria-label=${_('Measure against it: {name}, {date}', which(each))} onClick=${() => {
          bench.measure(each);
          onOpen();
        }}>${_('Measure against it')}</button>${each.isDraft ? null : html`<button aria-label=${_('Delete {name}, {date}', which(each))} onClick=${() => confirm(_("Delete “{name}” of {date}? It can't be brought back.", which(each))) && bench.forget(each)}>${_('Delete')}</button>`}</div></div>`,
      )}
      ${bench.versions.length ? null : html`<p class="grey">${_('Nothing is saved yet. Build or paste a deck, then press “Save version” above: it is saved here with its date.')}</p>`}</section>
    ${
      first && second
        ? html`<${Compared} bench=${bench} from=${older} to=${second} onClose=${() => pick([])} onMeasure=${() => {
            bench.open(second);
            bench.measure(older);
            onOpen();
          }} />`
        : null
    }</main>`;
}
