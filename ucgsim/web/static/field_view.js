/**
 * The field: which decks are expected, how often each is met, and fields that were saved by name.
 *
 * @module field_view
 */

import { html, useState } from './vendor/preact.js';
import { _, percentage } from './language.js';
import { Typed } from './view.js';

const SET = /^BP(\d+)-/;
/** Newest sets that count as new, and copies of a deck that must come from them. */
const [NEW_SETS, NEW_CARDS] = [2, 10];
/** A slider's end; more is typed. */
const MOST = 10;

/** Decks that are built on the newest sets. @param {any[]} decks @returns {any[]} */
export function newest(decks) {
  const setOf = (/** @type {string} */ number) => Number(SET.exec(number)?.[1] ?? 0);
  const sets = [...new Set(decks.flatMap(({ counts }) => Object.keys(counts).map(setOf)))]
    .sort((x, y) => y - x)
    .slice(0, NEW_SETS);
  const fresh = (/** @type {any} */ { counts }) =>
    Object.entries(counts).reduce(
      (sum, [number, count]) => sum + (sets.includes(setOf(number)) ? Number(count) : 0),
      0,
    );
  return decks.filter((deck) => fresh(deck) >= NEW_CARDS);
}

/** @param {{bench: any, onPaste: () => void}} given */
export function Field({ bench, onPaste }) {
  const [name, call] = useState('');
  const even = (/** @type {any[]} */ decks) =>
    bench.meet(decks.map(({ name: each, counts }) => ({ name: each, counts, weight: 1 })));
  const change = (/** @type {number} */ place, /** @type {number} */ weight) =>
    bench.meet(
      bench.field.map((/** @type {any} */ each, /** @type {number} */ k) => (k === place ? { ...each, weight } : each)),
    );
  const typed = (/** @type {number} */ place) => (/** @type {string} */ text) =>
    change(place, Math.max(Number(text) || 0, 0));
  const there = new Set(bench.field.map((/** @type {any} */ each) => each.name));
  const total = bench.field.reduce((/** @type {number} */ sum, /** @type {any} */ each) => sum + each.weight, 0) || 1;
  const more = [
    ...bench.decks,
    ...bench.library.filter((/** @type {any} */ each) => each.counts),
    ...bench.versions,
  ].filter((each) => !there.has(each.name));
  return html`<main class="one"><section class="sheet"><div class="head"><h2>${_('The field you expect')}</h2><span class="grey">${_('how often you meet each, as counts or shares; used on all pages')}</span></div>
    ${bench.field.map(
      (
        /** @type {any} */ each,
        /** @type {number} */ k,
      ) => html`<div class="rivalry" key=${each.name}><span>${each.name} <span class="grey num">${percentage(each.weight / total)}</span></span>
      <${Typed} type="range" min="0" max=${Math.max(MOST, ...bench.field.map((/** @type {any} */ one) => one.weight))} step="0.5" aria-label=${_('how often you meet {name}', { name: each.name })} value=${each.weight} onDone=${typed(k)} />
      <${Typed} type="number" min="0" step="0.5" aria-label=${_('weight of {name}', { name: each.name })} value=${each.weight} onDone=${typed(k)} />
      <button aria-label=${_('take {name} out', { name: each.name })} onClick=${() => bench.meet(bench.field.filter((/** @type {any} */ one) => one !== each))}>✕</button></div>`,
    )}
    ${bench.field.length ? null : html`<p class="grey">${_('Nobody is in the field: take one of the fields below, or add a deck.')}</p>`}</section>
    <section class="sheet stackof"><h2>${_('Fields')}</h2><div class="buttons"><button onClick=${() => even(newest(bench.decks))}>${_('Decks of the newest sets')}</button>
      <button onClick=${() => even(bench.decks)}>${_('All that ship')}</button>
      ${bench.fields.map(
        (
          /** @type {any} */ each,
        ) => html`<span class="pair" key=${each.key}><button title=${each.field.map((/** @type {any} */ one) => `${one.weight} × ${one.name}`).join(', ')} onClick=${() => bench.meet(each.field)}>${each.name}</button>
        <button aria-label=${_('delete the field {name}', { name: each.name })} onClick=${() => bench.dropField(each.key)}>✕</button></span>`,
      )}</div>
      <div class="inline"><input aria-label=${_('Name of this field')} placeholder=${_('Name of this field')} value=${name} onInput=${(/** @type {any} */ event) => call(event.target.value)} />
      <button disabled=${!name.trim() || !bench.field.length} onClick=${() => {
        bench.saveField(name);
        call('');
      }}>${_('Save it')}</button></div></section>
    <section class="sheet"><h2>${_('Decks to add')}</h2><div class="buttons"><button class="main" onClick=${onPaste}>${_('Paste a rival')}</button>
      ${more.map((each, k) => html`<button key=${k} onClick=${() => bench.join(each)}>+ ${each.name}</button>`)}</div></section></main>`;
}
