/**
 * How many cards of each level of a character to play: a slider that moves cards between two levels, with exact odds.
 *
 * @module counts_view
 */

import { html, useMemo, useState } from './vendor/preact.js';
import { cardsOf } from './engine.js';
import { _ } from './language.js';
import { odds } from './odds.js';
import { Change } from './view.js';
import { sizeOf } from './workbench.js';

/** Cards that may move to either side. */
const REACH = 4;
const LEAST_TO_ASK = 12;

/** Copies by number of a level that is to hold so many cards, in the proportions that it has; ucgsim counts fills it so too.
 * @param {Record<string, number>} copies @param {Record<string, number>} limits @param {number} wanted @returns {Record<string, number>} */
export function filled(copies, limits, wanted) {
  const counts = { ...copies };
  const numbers = Object.keys(copies);
  const own = sizeOf(copies);
  const below = (/** @type {string} */ number) => wanted * copies[number] - counts[number] * own;
  const first = (/** @type {string[]} */ of, /** @type {number} */ sign) =>
    of.reduce((best, each) =>
      sign * below(each) > sign * below(best) ||
      (below(each) === below(best) && sign * counts[each] < sign * counts[best])
        ? each
        : best,
    );
  while (sizeOf(counts) < wanted)
    counts[
      first(
        numbers.filter((each) => counts[each] < limits[each]),
        1,
      )
    ] += 1;
  while (sizeOf(counts) > wanted) counts[first(numbers.filter((each) => counts[each] > 0).reverse(), -1)] -= 1;
  return counts;
}

/** The levels of a character in a deck, each with its numbers. @param {any} bench @param {string} character
 * @returns {{level: number, copies: Record<string, number>, limits: Record<string, number>}[]} */
export function levelsOf(bench, character) {
  /** @type {Map<number, {copies: Record<string, number>, limits: Record<string, number>}>} */
  const levels = new Map();
  const played = new Set(Object.keys(bench.saved.counts).map((number) => bench.cards.get(number)?.level));
  // What the deck has none of comes in once the others are there as often as they may be.
  bench.cards.all.forEach((/** @type {any} */ card) => {
    const { number } = card;
    if (!card.level || !card.characters.includes(character) || !played.has(card.level)) return;
    const of = levels.get(card.level) ?? { copies: {}, limits: {} };
    of.copies[number] = bench.saved.counts[number] ?? 0;
    of.limits[number] = card.limit ?? 60;
    levels.set(card.level, of);
  });
  return [...levels]
    .filter(([, { copies }]) => Object.values(copies).some(Boolean))
    .sort(([x], [y]) => x - y)
    .map(([level, of]) => ({ level, ...of }));
}

/** The chances to open with the lowest level, and with the next one too; none where that can't be asked.
 * @param {any} bench @param {string} character @param {{level: number}[]} levels @returns {number[]} */
function chancesOf(bench, character, levels) {
  const cards = cardsOf(bench.deck.counts)
    .map((number) => bench.cards.get(number))
    .filter(Boolean);
  if (cards.length < LEAST_TO_ASK || levels.length < 2 || /[()]/.test(character)) return [];
  const [first, second] = levels.map(({ level }) => `level ${level} ${character} >= 1`);
  return [first, `${first} and ${second}`].map((want) => odds(cards, want, { known: bench.cards.all }).probability);
}

/** @param {{bench: any}} given */
export function LevelSplit({ bench }) {
  const [wanted, choose] = useState('');
  const [step, pick] = useState(0);
  // The page is drawn again with every block of games; what follows from the lists alone is found once.
  const known = useMemo(() => {
    const names = [
      ...new Set(Object.keys(bench.saved.counts).flatMap((number) => bench.cards.get(number)?.characters ?? [])),
    ];
    return new Map(
      names
        .sort()
        .map((name) => /** @type {const} */ ([name, levelsOf(bench, name)]))
        .filter(([, of]) => of.length > 1),
    );
  }, [bench.saved.counts]);
  const people = [...known.keys()];
  const character = known.has(wanted) ? wanted : (people[0] ?? '');
  const levels = known.get(character) ?? [];
  const chances = useMemo(() => chancesOf(bench, character, levels), [bench.deck.counts, levels]);
  if (!people.length) return null;
  const at = Math.min(step, levels.length - 2);
  const pair = [levels[at], levels[at + 1]];
  const now = levels.map(({ copies }) =>
    Object.keys(copies).reduce((sum, number) => sum + (bench.deck.counts[number] ?? 0), 0),
  );
  const own = levels.map(({ copies }) => sizeOf(copies));
  const most = (/** @type {number} */ k) => sizeOf(pair[k].limits) - own[at + k];
  const [down, up] = [Math.min(REACH, own[at], most(1)), Math.min(REACH, own[at + 1], most(0))];
  const moved = Math.max(-down, Math.min(up, now[at] - own[at]));
  const move = (/** @type {number} */ by) => {
    const counts = { ...bench.deck.counts };
    [by, -by].forEach((more, k) =>
      Object.entries(filled(pair[k].copies, pair[k].limits, own[at + k] + more)).forEach(([number, count]) => {
        if (count) counts[number] = count;
        else delete counts[number];
      }),
    );
    bench.become(counts);
  };
  const shown = (/** @type {number} */ chance) => `${(100 * chance).toFixed(1)} %`;
  const [low, high] = pair.map(({ level }) => level);
  return html`<section class="sheet stackof" aria-label=${_('Cards of each level')}><div class="head"><h2>${_('Cards of each level')}</h2>
      <span class="num">${own.join('-')}${now.join() === own.join() ? '' : html` → <b>${now.join('-')}</b> <${Change} change=${bench.answer?.change} />`}</span></div>
    ${people.length > 1 ? html`<div class="buttons" role="group" aria-label=${_('Whose cards')}>${people.map((name) => html`<button key=${name} aria-pressed=${name === character} onClick=${() => choose(name)}>${bench.cards.person(name)}</button>`)}</div>` : null}
    ${levels.length > 2 ? html`<div class="buttons" role="group" aria-label=${_('Which levels')}>${levels.slice(1).map(({ level }, k) => html`<button key=${level} aria-pressed=${k === at} onClick=${() => pick(k)}>${levels[k].level} ↔ ${level}</button>`)}</div>` : null}
    <label><span class="grey">${_('More of level {high} to the left, of level {low} to the right', { high, low })}</span>
      <input type="range" min=${-down} max=${up} step="1" value=${moved} onInput=${(/** @type {any} */ event) => move(Number(event.target.value))} /></label>
    ${chances.length ? html`<p class="num">${_('Opens with level {first}: {one}; with level {second} too: {both}.', { first: levels[0].level, one: shown(chances[0]), second: levels[1].level, both: shown(chances[1]) })} <span class="grey">${_('Exact, each with a redraw of the hands that lack it.')}</span></p>` : null}
    <p class="grey">${_('The change is measured on the same shuffles as the saved list. “ucgsim counts” tries every split near it.')}</p></section>`;
}
