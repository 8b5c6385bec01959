/** What each card of a deck is worth: one copy, against other cards of the deck in its place on the same shuffles. */

import { added, cardsOf } from './engine.js';
import { gain, mirrored } from './numbers.js';
import { aligned } from './pool.js';

/** Pairs of games for each card against each rival, and cards that stand in for it in turn. */
const [PAIRS, STAND_INS, STRIDE, SEED] = [1500, 6, 17, 4];

/** @typedef {import('./numbers.js').Estimate} Estimate */

/** What one copy of each card is worth, by these games alone.
 * @param {import('./swaps.js').Bench & {onWorth: (number: string, worth: Estimate) => void}} given
 * @returns {Promise<void>} */
export async function weighCards({ onWorth, ...bench }) {
  await Promise.all(Object.keys(bench.counts).map((number, first) => weighed(number, first, bench, onWorth)));
}

/** @param {string} number @param {number} first Of the cards that stand in. @param {import('./swaps.js').Bench} bench
 * @param {(number: string, worth: Estimate) => void} onWorth */
async function weighed(number, first, { counts, cards, rivals, policy, pool, signal }, onWorth) {
  const a = cardsOf(counts);
  const others = a.filter((each) => each !== number);
  const play = async (/** @type {string[]} */ other, /** @type {number} */ part, /** @type {number} */ matchup) => {
    const of = {
      a,
      other,
      b: cardsOf(rivals[matchup].counts),
      policies: /** @type {[string, string]} */ ([policy, policy]),
    };
    const games = PAIRS / STAND_INS;
    const chance = { seed: SEED, matchup, start: part * games, games };
    return (await pool.play({ ...of, ...chance, signal, patient: true, saved: true }))?.pairs;
  };
  /** @type {number[][][] | null} */
  let pairs = null;
  for (let part = 0; part < STAND_INS && others.length; part += 1) {
    const changed = [...a];
    changed[a.indexOf(number)] = others[(first + STRIDE * part) % others.length];
    const other = aligned(a, changed, (each) => cards.must(each));
    const more = await Promise.all(rivals.map((_, matchup) => play(other, part, matchup)));
    if (signal.aborted) return;
    const counted = more.flatMap((each) => (each ? [each] : []));
    pairs = pairs ? added(pairs, counted) : counted;
    const paired = pairs.map((each, matchup) => ({ pairs: each, share: rivals[matchup].share }));
    onWorth(number, mirrored(gain(paired, 1 / a.length, null).alone));
  }
}
