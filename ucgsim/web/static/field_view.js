/** The page of the field: which decks are expected, how often each is met, and fields that were saved by name. */

import { html, useState } from './vendor/preact.js';
import { deckName } from './cards.js';
import { _, percentage } from './language.js';
import { Faces, Panel, Typed, heard, note } from './view.js';

const SET = /^BP(\d+)-/;
/** Newest sets that count as new, and copies of a deck that must come from them. */
const [NEW_SETS, NEW_CARDS] = [2, 10];
/** A slider's end; more is typed. */
const MOST = 10;

/** @typedef {import('./deck.js').Deck} Deck @typedef {import('./view.js').Bench} Bench */

/** Decks that are built on the newest sets. @param {Deck[]} decks @returns {Deck[]} */
function newest(decks) {
  const setOf = (/** @type {string} */ number) => Number(SET.exec(number)?.[1] ?? 0);
  const sets = [...new Set(decks.flatMap(({ counts }) => Object.keys(counts).map(setOf)))]
    .sort((x, y) => y - x)
    .slice(0, NEW_SETS);
  const fresh = (/** @type {Deck} */ { counts }) =>
    Object.entries(counts).reduce((sum, [number, count]) => sum + (sets.includes(setOf(number)) ? count : 0), 0);
  return decks.filter((deck) => fresh(deck) >= NEW_CARDS);
}

/** Fields to take. @param {{bench: Bench}} given */
function Fields({ bench }) {
  const [name, call] = useState('');
  const { field, storage } = bench;
  const { shipped } = bench.versions;
  const even = (/** @type {Deck[]} */ decks) => () => field.meet(decks.map((each) => ({ ...each, weight: 1 })));
  const save = () => {
    field.save(name);
    call('');
    bench.say();
  };
  const drop = (/** @type {string} */ key) => () => {
    storage.remove(key);
    bench.say();
  };
  const label = _('Name of this field');
  return html`<section class="sheet stackof">
    <h2>${_('Fields')}</h2>
    <div class="buttons">
      <button onClick=${even(newest(shipped))}>${_('Decks of the newest sets')}</button>
      <button onClick=${even(shipped)}>${_('All that ship')}</button>
      ${field.named.map(
        (each) => html`<span class="pair" key=${each.key}>
          <button title=${each.rivals.map((one) => `${one.weight} × ${deckName(one.name)}`).join(', ')}
            onClick=${() => field.meet(each.rivals)}>${each.name}</button>
          <button aria-label=${_('delete the field {name}', each)} onClick=${drop(each.key)}>✕</button>
        </span>`,
      )}
    </div>
    <div class="inline">
      <input aria-label=${label} placeholder=${label} value=${name} onInput=${heard(call)} />
      <button disabled=${!name.trim() || !field.rivals.length} onClick=${save}>${_('Save it')}</button>
    </div>
  </section>`;
}

/** @param {{bench: Bench, onPaste: () => void}} given */
export function FieldView({ bench, onPaste }) {
  const { field, versions } = bench;
  const { rivals } = field;
  const weigh = (/** @type {number} */ place) => (/** @type {string} */ text) => {
    const weight = Number(text);
    field.meet(rivals.map((each, k) => (k === place ? { ...each, weight } : each)));
  };
  const total = rivals.reduce((sum, { weight }) => sum + weight, 0) || 1;
  const most = Math.max(MOST, ...rivals.map(({ weight }) => weight));
  const more = versions.decks.filter((each) => !rivals.some((rival) => rival.name === each.name));
  const hint = html`<span class="grey">${_('how often you meet each, as counts or shares; used on all pages')}</span>`;
  const row = (
    /** @type {import('./deck.js').Rival} */ each,
    /** @type {number} */ k,
    name = deckName(each.name),
  ) => html`<div class="rivalry" key=${each.name}>
    <span>
      <${Faces} bench=${bench} counts=${each.counts} />${name} <span class="grey num">
        ${percentage(each.weight / total)}
      </span>
    </span>
    <${Typed} type="range" min="0" max=${most} step="0.5" aria-label=${_('how often you meet {name}', { name })}
      value=${each.weight} onDone=${weigh(k)} />
    <${Typed}
      type="number" min="0" step="0.5" aria-label=${_('weight of {name}', { name })} value=${each.weight}
      onDone=${weigh(k)}
    />
    <button
      aria-label=${_('take {name} out', { name })}
      onClick=${() => field.meet(rivals.filter((one) => one !== each))}
    >
      ✕
    </button>
  </div>`;
  return html`<main class="one">
    <${Panel} title=${_('The field you expect')} more=${hint}>
      ${rivals.map((each, k) => row(each, k))}
      ${!rivals.length && note(_('Nobody is in the field: take one of the fields below, or add a deck.'))}
    </${Panel}>
    <${Fields} bench=${bench} />
    <section class="sheet">
      <h2>${_('Decks to add')}</h2>
      <div class="buttons">
        <button class="main" onClick=${onPaste}>${_('Paste a rival')}</button>
        ${more.map(
          (each, k) =>
            html`<button key=${k} onClick=${() => field.join(each)}>
              <${Faces} bench=${bench} counts=${each.counts} />+ ${deckName(each.name)}
            </button>`,
        )}
      </div>
    </section>
  </main>`;
}
