/**
 * What each card of a deck is worth, and swaps worth trying: all single swaps race on the same shuffles, the better
 * quarter goes on, and what is left is played again on fresh games against the deck as it is.
 *
 * @module swaps
 */

import { cardsOf } from './engine.js';
import { gain, mirrored } from './numbers.js';
import { aligned } from './pool.js';

/** Games against each rival of the rounds of the race. */
const ROUNDS = [8, 24, 96];
const GOES_ON = 0.25;
/** Swaps that are played again, and on how many fresh games against each rival. */
const LEFT = 10;
const FRESH = 1000;
const FIRST_FRESH = 1_000_000;
const SEED = 2;

/**
 * @typedef {import('./engine.js').Counts} Counts
 * @typedef {{out: string, into: string, counts: Counts, points: number, games: number}} Swap
 * @typedef {Swap & {gain: import('./numbers.js').Answer}} Tried
 */

/** Pairs of games for each card against each rival, and cards that stand in for it in turn. */
const WORTH_PAIRS = 1500;
const STAND_INS = 6;
const STRIDE = 17;
const WORTH_SEED = 4;

/**
 * @typedef {{counts: Counts, cards: import('./cards.js').Cards, rivals: {counts: Counts, share: number}[],
 *   policy: string, pool: import('./pool.js').Pool, signal: AbortSignal}} Bench A deck, whom it meets, and who plays.
 */

/** What one copy of each card is worth: more or less than another card of the deck in its place, on the same shuffles.
 * @param {Bench & {onWorth: (number: string, worth: import('./numbers.js').Estimate) => void}} given
 * @returns {Promise<void>} */
export async function weighCards({ counts, cards, rivals, policy, pool, signal, onWorth }) {
  const kept = cardsOf(counts);
  const policies = /** @type {[string, string]} */ ([policy, policy]);
  await Promise.all(
    Object.keys(counts).map(async (number, first) => {
      const others = kept.filter((each) => each !== number);
      /** @type {number[][][]} */
      const pairs = rivals.map(() => [
        [0, 0, 0],
        [0, 0, 0],
        [0, 0, 0],
      ]);
      for (let part = 0; part < STAND_INS && others.length && !signal.aborted; part += 1) {
        const changed = [...kept];
        changed[kept.indexOf(number)] = others[(first + STRIDE * part) % others.length];
        const other = aligned(kept, changed, (each) => cards.must(each));
        const games = WORTH_PAIRS / STAND_INS;
        await Promise.all(
          rivals.map(async (rival, place) => {
            const task = {
              a: kept,
              other,
              b: cardsOf(rival.counts),
              policies,
              seed: WORTH_SEED,
              matchup: place,
              start: part * games,
              games,
              signal,
              patient: true,
            };
            const counted = await pool.play(task);
            if (counted) pairs[place] = pairs[place].map((row, x) => row.map((each, y) => each + counted.pairs[x][y]));
          }),
        );
        if (signal.aborted || pairs.some((table) => !table.flat().some(Boolean))) return;
        const { alone } = gain(
          rivals.map(({ share }, place) => ({ pairs: pairs[place], share })),
          1 / kept.length,
          null,
        );
        onWorth(number, mirrored(alone));
      }
    }),
  );
}

/** Every legal swap of a card for another one that the deck could play: of its characters, or a scene.
 * @param {Counts} counts
 * @param {import('./cards.js').Cards} cards
 * @returns {Swap[]} */
export function singleSwaps(counts, cards) {
  const own = new Set(Object.keys(counts).flatMap((number) => cards.get(number)?.characters ?? []));
  const scenes = Object.keys(counts).some((number) => cards.get(number)?.kinds.includes('Scene'));
  const into = cards.all.filter(
    (card) =>
      (counts[card.number] ?? 0) < (card.limit ?? 60) &&
      (card.characters.some((name) => own.has(name)) || (scenes && card.kinds.includes('Scene'))),
  );
  return Object.keys(counts).flatMap((out) =>
    into
      .filter(({ number }) => number !== out)
      .map(({ number }) => {
        const changed = { ...counts, [out]: counts[out] - 1, [number]: (counts[number] ?? 0) + 1 };
        if (!changed[out]) delete changed[out];
        return { out, into: number, counts: changed, points: 0, games: 0 };
      }),
  );
}

/** Race all single swaps of a deck.
 * @param {Bench & {spread: import('./numbers.js').Spread | null, onProgress: (share: number) => void}} given
 * @returns {Promise<Tried[]>} The best of them, by what they gained on fresh games; fewer where it was stopped. */
export async function bestSwaps({ spread, onProgress, ...bench }) {
  const { counts, cards, rivals, signal } = bench;
  let left = singleSwaps(counts, cards);
  const sizes = ROUNDS.map((games, k) => games * Math.max(left.length * GOES_ON ** k, LEFT));
  const all = sizes.reduce((a, b) => a + b, 0) + 2 * LEFT * FRESH;
  let done = 0;
  const onPlayed = (/** @type {number} */ games) => {
    done += games / rivals.length;
    onProgress(Math.min(done / all, 1));
  };
  let start = 0;
  for (const games of ROUNDS) {
    const span = { start, games };
    await Promise.all(left.map((swap) => run(swap, bench, span, onPlayed)));
    if (signal.aborted) return [];
    start += games;
    left = left.sort((x, y) => y.points - x.points).slice(0, Math.max(LEFT, Math.round(left.length * GOES_ON)));
  }
  const tried = await Promise.all(left.slice(0, LEFT).map((swap) => weighed(swap, bench, spread, onPlayed)));
  return tried.flatMap((each) => each ?? []).sort((x, y) => y.gain.shown.rate - x.gain.shown.rate);
}

/** A swap runs a round of the race: its points are added up.
 * @param {ReturnType<typeof singleSwaps>[0]} swap @param {Bench} bench @param {{start: number, games: number}} span
 * @param {(games: number) => void} onPlayed */
async function run(swap, { counts, cards, rivals, policy, pool, signal }, span, onPlayed) {
  const a = aligned(cardsOf(counts), cardsOf(swap.counts), (number) => cards.must(number));
  const play = async (/** @type {Bench['rivals'][0]} */ rival, /** @type {number} */ matchup) => {
    const b = cardsOf(rival.counts);
    const tally = await pool.play({ a, b, policies: [policy, policy], seed: SEED, matchup, ...span, signal });
    if (!tally) return;
    const points = tally.points.reduce((sum, half) => sum + half[1] + 2 * half[2], 0);
    swap.points += (rival.share * points) / (2 * span.games);
    onPlayed(span.games);
  };
  await Promise.all(rivals.map(play));
}

/** What a swap gains on fresh games; null where it was stopped.
 * @param {ReturnType<typeof singleSwaps>[0]} swap @param {Bench} bench
 * @param {import('./numbers.js').Spread | null} spread @param {(games: number) => void} onPlayed
 * @returns {Promise<Tried | null>} */
async function weighed(swap, { counts, cards, rivals, policy, pool, signal }, spread, onPlayed) {
  const a = cardsOf(counts);
  const other = aligned(a, cardsOf(swap.counts), (number) => cards.must(number));
  const play = async (/** @type {Bench['rivals'][0]} */ rival, /** @type {number} */ matchup) => {
    const of = { a, other, b: cardsOf(rival.counts), policies: /** @type {[string, string]} */ ([policy, policy]) };
    const counted = await pool.play({ ...of, seed: SEED, matchup, start: FIRST_FRESH, games: FRESH, signal });
    onPlayed(2 * FRESH);
    return { pairs: counted?.pairs ?? [], share: rival.share };
  };
  const pairs = await Promise.all(rivals.map(play));
  if (signal.aborted || pairs.some((each) => !each.pairs.length)) return null;
  return { ...swap, games: FRESH * rivals.length, gain: gain(pairs, 1 / a.length, spread) };
}
