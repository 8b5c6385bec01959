/** What several pages draw: cards, intervals, changes, fields to fill in. */

import { html, useEffect, useRef, useState } from './vendor/preact.js';
import { baseOf, deckName, formOf, isScene, shownAs, sign } from './cards.js';
import { faceOf } from './face.js';
import { _, many } from './language.js';
import { gained, percent } from './numbers.js';

/**
 * @typedef {import('./workbench.js').Workbench} Bench
 * @typedef {import('./cards.js').CardFacts} Card
 * @typedef {import('./numbers.js').Estimate} Estimate
 * @typedef {import('./numbers.js').Answer} Answer
 * @typedef {Record<string, unknown>} More Attributes that are given on.
 */

const MOST_FACES = 2;

/** The colour of a card's TYPE, as a style. @param {Card} card @returns {Record<string, string>} */
const colour = (card) => ({ '--of': `var(--${isScene(card) ? 'SCENE' : card.type || 'BASIC'})` });

const states = () => [_('single'), _('double'), _('triple'), _('quad'), _('extra')];

/** The TYPE of a card, in its colour. @param {{card: Card}} given */
export const Kind = ({ card }) =>
  card.type && html`<b class="type" style=${colour(card)}>${shownAs('types', card.type)}</b>`;

/** BP by state. @param {{card: Card}} given */
function Powers({ card }) {
  const shown = card.bp.map((value, k) => ({ value, name: states()[k] })).filter(({ value }) => value !== null);
  return html`<div class="bps">
    ${shown.map(({ value, name }) => html`<span class="num"><small>${name}</small>${value}</span>`)}
  </div>`;
}

/** Its name, with the subtitle in a lighter hand. @param {{card: Card}} given */
export const Name = ({ card }) => html`<b>${baseOf(card)}</b> <span class="form">${formOf(card)}</span>`;

/** The face of a card, and its level in the colour of its TYPE. @param {{card: Card}} given */
export const Emblem = ({ card }) =>
  html`<span class="emblem" style=${colour(card)}>
    <img src=${faceOf(card)} alt="" /><b class="level">${sign(card)}</b>
  </span>`;

/** The faces of those that a deck has most cards of.
 * @param {{bench: Bench, counts: import('./deck.js').Counts}} given */
export function Faces({ bench: { cards }, counts }) {
  /** @type {Map<string, number>} */
  const faces = new Map();
  Object.entries(counts).forEach(([number, count]) => {
    const card = cards.get(number);
    if (card && !isScene(card)) faces.set(faceOf(card), (faces.get(faceOf(card)) ?? 0) + count);
  });
  const most = [...faces].sort(([, x], [, y]) => y - x).slice(0, MOST_FACES);
  return html`<span class="faces">${most.map(([face]) => html`<img key=${face} src=${face} alt="" />`)}</span>`;
}

/** A card with its text. @param {{card: Card, button?: unknown}} given */
export function CardFace({ card, button }) {
  return html`<article class="card">
    <div class="title">
      <${Emblem} card=${card} />
      <div><${Name} card=${card} /><p class="grey">${card.number} <${Kind} card=${card} /></p></div>
    </div>
    <${Powers} card=${card} />
    <p>${isScene(card) ? `${_('Round {round}.', { round: card.round })} ` : ''}${card.text}</p>
    ${button && html`<div class="end">${button}</div>`}
  </article>`;
}

/** An interval on a scale from 0 to 100 %, or of a change around 0.
 * @param {{estimate: Estimate, whole?: number}} given */
export function Bar({ estimate, whole = 1 }) {
  const isRate = whole === 1;
  const scaled = (/** @type {number} */ value) =>
    Math.min(100, Math.max(0, isRate ? 100 * value : 50 + (50 * value) / whole));
  const [low, high, at] = [estimate.low, estimate.high, estimate.rate].map(scaled);
  const fill = `var(--${toneOf(estimate, isRate ? 0.5 : 0) || 'ink-3'})`;
  return html`<div class="bar" aria-hidden="true"><i></i><svg viewBox="0 0 100 10" preserveAspectRatio="none">
    <rect x=${low} y="3" width=${Math.max(high - low, 0.5)} height="4" rx="1" fill=${fill} opacity=".3" />
    <rect x=${at - 0.6} y="1" width="1.2" height="8" fill=${fill} />
  </svg></div>`;
}

/** Whether an interval lies above or below a value. @param {Estimate} estimate @param {number} [even] */
export function toneOf({ low, high }, even = 0) {
  if (low > even) return 'good';
  return high < even ? 'bad' : '';
}

/** A change, green or red where it is decided. @param {{change: Answer | null | undefined, whole?: boolean}} given */
export function Change({ change, whole = false }) {
  if (!change) return null;
  const better = change.shown.rate > 0 ? 'good' : 'bad';
  return html`<span class=${`num ${whole ? 'chip ' : ''}${change.decided ? better : ''}`}>
    ${gained(change.shown)}
  </span>`;
}

/** The ends of an interval in whole percent. @param {Estimate} estimate @returns {string} */
export const ends = ({ low, high }) =>
  _('{low} to {high}', { low: Math.round(100 * low), high: Math.round(100 * high) });

/** Win rate with its interval in words. @param {Estimate | null} estimate @returns {string} */
export const words = (estimate) => (estimate ? percent(estimate) : '…');

/** A remark. @param {unknown} text */
export const note = (text) => html`<p class="grey">${text}</p>`;

/** How many games. @param {number} games */
export const gamesOf = (games) => _('{games} games', { games: many(games) });

/** A part of a page under a heading. @param {{title: string, more?: unknown, level?: string, class?: string,
 *   children?: unknown}} given */
export function Panel({ title, more = '', level = 'h2', class: kind = '', children }) {
  return html`<section class=${`sheet ${kind}`.trim()} aria-label=${title}>
    <div class="head"><${level}>${title}</${level}>${more}</div>
    ${children}
  </section>`;
}

/** A dialog that closes with Escape, and gives the focus back.
 * @param {{title: string, children: unknown, onClose: () => void}} given */
export function Sheet({ title, children, onClose }) {
  const place = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => place.current?.showModal(), []);
  return html`<dialog ref=${place} aria-label=${title} onClose=${onClose}>
    <div class="stackof">
      <div class="head">
        <h1>${title}</h1>
        <button class="quiet" aria-label=${_('Close')} onClick=${() => place.current?.close()}>✕</button>
      </div>
      ${children}
    </div>
  </dialog>`;
}

/** What went wrong, if anything did. @param {{line: string}} given */
export const Problem = ({ line }) => line && html`<p class="problem" role="alert">${line}</p>`;

/** Look again and again, each time so long after the last answer. @param {() => Promise<unknown>} look
 * @param {number} pause @param {unknown[]} on What it depends on. @param {boolean} [again] */
export function useLooks(look, pause, on, again = true) {
  useEffect(() => {
    let [timer, left] = [0, false];
    const next = () =>
      look().then(() => {
        if (again && !left) timer = setTimeout(next, pause);
      });
    next();
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, on);
}

/** Hears what is typed or chosen. @param {(text: string) => void} hear */
export const heard =
  (hear) =>
  (/** @type {{target: HTMLInputElement}} */ { target }) =>
    hear(target.value);

/** A field that is done when it is left: what is typed stays while the page is drawn again.
 * @param {{value: unknown, onDone: (text: string) => void} & More} given */
export function Typed({ value, onDone, ...more }) {
  const [typed, type] = useState(/** @type {string | null} */ (null));
  const done = (/** @type {string} */ text) => {
    onDone(text);
    type(null);
  };
  return html`<input ...${more} value=${typed ?? value} onInput=${heard(type)} onChange=${heard(done)} />`;
}

/** One of several to choose. @param {{options: (readonly [unknown, string])[], onChoose: (value: string) => void} &
 * More} given */
export const Select = ({ options, onChoose, ...more }) =>
  html`<select ...${more} onChange=${heard(onChoose)}>
    ${options.map(([value, name]) => html`<option key=${value} value=${value}>${name}</option>`)}
  </select>`;

/** Against which of the field. @param {{bench: Bench, value: number, onChoose: (place: number) => void}} given */
export const Against = ({ bench, value, onChoose }) =>
  html`<label class="grey">
    ${_('Against')} <${Select} value=${value}
      options=${bench.field.rivals.map(({ name }, place) => [place, deckName(name)])}
      onChoose=${(/** @type {string} */ place) => onChoose(Number(place))} />
  </label>`;

/** Buttons of which one is pressed.
 * @param {{choices: (readonly [T, unknown])[], chosen: T, onChoose: (value: T) => void} & More} given @template T */
export const Toggles = ({ choices, chosen, onChoose, ...more }) =>
  html`<div class="buttons" ...${more}>
    ${choices.map(
      ([value, name]) => html`<button key=${value} aria-pressed=${value === chosen} onClick=${() => onChoose(value)}>
        ${name}
      </button>`,
    )}
  </div>`;

/** The head of a table: each column, with its class. @param {{columns: (readonly [unknown, string?])[]}} given */
export const Heads = ({ columns }) =>
  html`<thead>
    <tr>${columns.map(([name, kind], k) => html`<th key=${k} scope="col" class=${kind}>${name}</th>`)}</tr>
  </thead>`;

/** Draws again whenever something that is watched changes, at most once a frame.
 * @param {{watch: (watcher: () => void) => () => void}} watched */
export function useWatched(watched) {
  const [, draw] = useState(0);
  useEffect(() => {
    let asked = 0;
    const stop = watched.watch(() => {
      asked ||= requestAnimationFrame(() => {
        asked = 0;
        draw((n) => n + 1);
      });
    });
    return () => {
      stop();
      cancelAnimationFrame(asked);
    };
  }, [watched]);
}
