/**
 * Swaps worth trying: the search of `ucgsim improve`, whose wishes the workers play (`studies/improve/coach.py`).
 *
 * @module swaps
 */

import { MOST, same } from './deck.js';
import { cardsOf } from './engine.js';
import { reading } from './known.js';
import { gain } from './numbers.js';
import { Dict } from './python.js';

/** Games of a search. */
export const BUDGET = 300_000;
/** Of the games that choose, and of those that measure. */
const [SEED, FRESH_SEED] = [2, 5];

/**
 * @typedef {import('./engine.js').Counts} Counts
 * @typedef {{out: string[], into: string[]}} Exchanged Numbers of the cards that leave and of those that come in.
 * @typedef {import('./numbers.js').Answer} Answer
 * @typedef {Exchanged & {counts: Counts, games: number, gain: Answer, gains: Answer[]}} Tried `gains`: by rival.
 * @typedef {{field: string[], decks: Record<string, {counts: Counts, together: number,
 *   changes: (Exchanged & {pairs: number[][]})[]}>}} Advice What was found for decks that ship (`scripts/advice.py`).
 * @typedef {{deck: {get(number: string): number, keys(): Iterable<string>}, rival: number, start: number, stop: number,
 *   cost: number, entrants?: string[], changes?: Exchanged[], fresh?: boolean}} Wish
 */

/**
 * @typedef {{counts: Counts, cards: import('./cards.js').Cards, rivals: {counts: Counts, share: number}[],
 *   policy: string, pool: import('./pool.js').Pool, signal: AbortSignal}} Bench A deck, whom it meets, and who plays.
 */

/** Copies that builds of a deck may have of the cards that it could play: those of its characters, and scenes.
 * @param {Counts} counts @param {import('./cards.js').Cards} cards @returns {Counts} */
function limitsOf(counts, cards) {
  const own = new Set(Object.keys(counts).flatMap((number) => cards.get(number)?.characters ?? []));
  const may = cards.all.filter((card) => card.kinds.includes('Scene') || card.characters.some((name) => own.has(name)));
  return Object.fromEntries(may.map((card) => [card.number, card.limit ?? MOST]).filter(([, limit]) => limit));
}

/** What makes a deck better, the best first as the search has them: all were measured on games that chose nothing, with
 * intervals that hold all at once.
 * @param {Bench & {spread: import('./numbers.js').Spread | null, onProgress: (share: number) => void, budget?: number,
 *   swaps?: number}} given `swaps`: cards that may leave.
 * @returns {Promise<Tried[]>} None where it was stopped. */
export async function bestSwaps({ spread, onProgress, budget = BUDGET, swaps = 1, ...bench }) {
  const { counts, cards, rivals, signal } = bench;
  const limits = limitsOf(counts, cards);
  const { Sought, coach } = reading();
  const shares = rivals.map(({ share }) => share);
  const [deck, may] = [counts, limits].map((each) => new Dict(Object.entries(each)));
  const course = coach(new Sought(deck, may, Object.keys(counts), shares, swaps, budget));
  let done = 0;
  const onPlayed = (/** @type {number} */ games) => {
    done += games;
    onProgress(Math.min(done / budget, 1));
  };
  let step = course.next();
  while (!step.done) {
    const wishes = /** @type {Wish[]} */ (step.value);
    const played = await Promise.all(wishes.map((wish) => fulfilled(wish, bench, limits, onPlayed)));
    if (signal.aborted || played.includes(null)) return [];
    step = course.next(played);
  }
  onProgress(1);
  const { measured, fresh } = step.value;
  return measured.map((/** @type {{change: Exchanged}} */ { change }, /** @type {number} */ place) =>
    weighed(change, fresh[place], measured.length, { counts, rivals, spread }),
  );
}

/** A change with what it gains, by its games against each rival: nine numbers of pairs by half points.
 * @param {Exchanged} change @param {number[][]} rows @param {number} together How many gains hold at once.
 * @param {Pick<Bench, 'counts' | 'rivals'> & {spread: import('./numbers.js').Spread | null}} given @returns {Tried} */
function weighed({ out, into }, rows, together, { counts, rivals, spread }) {
  const pairs = rivals.map(({ share }, k) => ({ pairs: [0, 3, 6].map((at) => rows[k].slice(at, at + 3)), share }));
  const differing = out.length / cardsOf(counts).length;
  const gained = gain(pairs, differing, spread, false, together);
  const each = pairs.map((rival) => gain([{ ...rival, share: 1 }], differing, spread, false, together * pairs.length));
  return { out, into, counts: exchanged(counts, { out, into }), games: gained.alone.n, gain: gained, gains: each };
}

/** What was found beforehand for a deck that ships, where it meets the field that the page begins with; null for all
 * else.
 * @param {Advice} advice
 * @param {Pick<Bench, 'counts' | 'rivals'> & {spread: import('./numbers.js').Spread | null}} given
 * @returns {Tried[] | null} */
export function foundBefore({ field, decks }, given) {
  const { counts, rivals } = given;
  const known = Object.values(decks).find((each) => same(each.counts, counts));
  const isMet = (/** @type {Bench['rivals'][0]} */ rival, /** @type {number} */ k) =>
    same(rival.counts, decks[field[k]]?.counts ?? {}) && rival.share === rivals[0].share;
  if (!known || rivals.length !== field.length || !rivals.every(isMet)) return null;
  return known.changes.map((change) => weighed(change, change.pairs, known.together, given));
}

/** A wish of the search, played by the workers; null where it was stopped.
 * @param {Wish} wish @param {Bench} bench @param {Counts} limits @param {(games: number) => void} onPlayed
 * @returns {Promise<number[][] | null>} */
async function fulfilled(wish, { rivals, policy, pool, signal }, limits, onPlayed) {
  const { deck, rival, start, stop, cost, entrants, changes, fresh } = wish;
  const counts = Object.fromEntries([...deck.keys()].map((number) => [number, deck.get(number)]));
  const [a, every] = [cardsOf(counts), Object.keys(limits).sort()];
  let last = 0;
  const onCounts = (/** @type {unknown} */ _counts, /** @type {number} */ games) => {
    onPlayed(cost * (games - last));
    last = games;
  };
  const task = {
    ...{ a, b: cardsOf(rivals[rival].counts), further: every, matchup: rival, start, games: stop - start, signal },
    ...{ policies: /** @type {[string, string]} */ ([policy, policy]), seed: fresh ? FRESH_SEED : SEED, onCounts },
  };
  if (changes) return pool.play({ ...task, changes: changes.map(({ out, into }) => ({ out, into })) });
  const { first } = pool.files.layout.screening;
  const outs = Object.keys(counts).sort();
  const columns = new Map(every.map((number, k) => [number, first + outs.length + k]));
  const screen = {
    outs: a.map((number) => first + outs.indexOf(number)),
    entrants: (entrants ?? []).map(
      (number) => /** @type {[string, number, number]} */ ([number, limits[number], columns.get(number) ?? 0]),
    ),
    width: first + outs.length + every.length + 1,
  };
  return pool.play({ ...task, screen });
}

/** @param {Counts} counts @param {Exchanged} change @returns {Counts} */
export function exchanged(counts, { out, into }) {
  const changed = { ...counts };
  out.forEach((number) => {
    changed[number] -= 1;
    if (!changed[number]) delete changed[number];
  });
  into.forEach((number) => {
    changed[number] = (changed[number] ?? 0) + 1;
  });
  return changed;
}
