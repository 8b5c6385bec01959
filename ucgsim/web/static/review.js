/** A game looked at again: the chance to win by Round, where it turned, what would have been better.
 * By the rules of ucgsim/play/review.py. */

import { EngineError } from './engine.js';
import { _ } from './language.js';
import { apart } from './match.js';
import { difference } from './numbers.js';

/** Worlds in which options are tried, at the table and in a review. */
export const WORLDS = 64;
/** Chance to win below which another choice is not worth a word. */
const LEAST_COST = 0.01;
/** Rounds at most that are marked because most changed in them. */
const TURNING = 3;
/** By how much the chance to win must change in a Round that is marked. */
const NOTICED = 0.05;
/** Who plays the worlds of a rating on. @param {import('./engine.js').Layout} layout @returns {string} */
export const playedBy = (layout) => /with=(\w+)/.exec(layout.hint)?.[1] ?? layout.hint;

/**
 * @typedef {import('./match.js').Option} Option
 * @typedef {import('./pool.js').Looked} Looked
 * @typedef {{move: number, turn: number, chosen: Option, better: Option, chance: number, best: number,
 *   reaches: [number, number], errors: number, cost: number, apart: import('./numbers.js').Estimate}} Choice `errors`:
 *   standard errors that it cost.
 * @typedef {{turn: number, chance: number | null, reach: number, choices: Choice[], move: number}} Round `move`: the
 *   first decision of it.
 * @typedef {{rounds: Round[], chances: number[], reaches: number[], turning: number[], cost: number}} Review
 */

/** Rate every decision of a side in a game that is over.
 * @param {import('./pool.js').Pool} pool
 * @param {{what: import('./match.js').Game, moves: import('./match.js').Move[], you: number, signal?: AbortSignal,
 *   onPart?: (done: number, all: number) => void}} given
 * @returns {Promise<(Looked | null)[]>} By decision, null for those of the other side. */
export async function rated(pool, { what, moves, you, signal, onPart }) {
  const taken = moves.map(({ index }) => index);
  const mine = moves.filter(({ player }) => player === you).length;
  let done = 0;
  return Promise.all(
    moves.map(async ({ player }, place) => {
      if (player !== you) return null;
      const game = { ...what, you, taken: taken.slice(0, place) };
      const answer = await pool.ask({ game, worlds: WORLDS, open: true, signal });
      done += 1;
      if (!signal?.aborted) onPart?.(done, mine);
      return answer;
    }),
  );
}

/** What came of a decision, and what could have.
 * @param {Looked} rating @param {number} index What was taken. @returns {Omit<Choice, 'move' | 'turn'>} */
export function judged({ options, rates }, index) {
  const chosen = options.find((each) => each.copies.includes(index));
  if (!chosen) throw new EngineError(_("This game was played by other rules, and can't be reviewed here."));
  const better = options.reduce((one, other) => (rates[other.index].rate > rates[one.index].rate ? other : one));
  const [mine, best] = [rates[chosen.index], rates[better.index]];
  const reaches = /** @type {[number, number]} */ ([mine, best].map(({ high, rate }) => high - rate));
  return {
    chosen,
    better,
    chance: mine.rate,
    best: best.rate,
    reaches,
    errors: difference(best, mine).errors,
    cost: Math.max(best.rate - mine.rate, 0),
    apart: apart(best, mine),
  };
}

/** Whether a choice was clearly worse than another. @param {Choice} choice */
export const mistaken = (choice) => choice.cost >= LEAST_COST && choice.errors > 1;

/** A game from one side, when all cards lie open; what comes before Round 1 belongs to it.
 * @param {{moves: import('./match.js').Move[], ratings: (Looked | null)[], you: number, turns: number,
 *   won: boolean}} given `turns`: its last Round.
 * @returns {Review} */
export function reviewed({ moves, ratings, you, turns, won }) {
  const choices = moves.flatMap(({ player, turn, index }, move) => {
    const rating = ratings[move];
    return rating && player === you ? [{ move, turn: Math.max(turn, 1), ...judged(rating, index) }] : [];
  });
  const rounds = [...Array(turns).keys()].map((k) => {
    const of = choices.filter(({ turn }) => turn === k + 1);
    const move = moves.findIndex(({ turn }) => Math.max(turn, 1) === k + 1);
    return {
      turn: k + 1,
      chance: of.length ? of[0].chance : null,
      reach: of.length ? of[0].reaches[0] : 0,
      choices: of,
      move,
    };
  });
  /** @type {number[]} */
  const chances = [];
  rounds.forEach(({ chance }) => chances.push(chance ?? chances.at(-1) ?? 0.5));
  chances.push(Number(won));
  const reaches = [...rounds.map(({ reach }) => reach), 0];
  const known = chances.map((rate, k) => ({ rate, low: rate - reaches[k], high: rate + reaches[k], n: 1 }));
  const moved = rounds
    .map(({ turn }, at) => ({ turn, ...difference(known[at + 1], known[at]) }))
    .filter(({ rate, low, high }) => Math.abs(rate) >= NOTICED && (low >= 0 || high <= 0));
  const turning = moved
    .sort((x, y) => Math.abs(y.rate) - Math.abs(x.rate))
    .slice(0, TURNING)
    .map(({ turn }) => turn)
    .sort((x, y) => x - y);
  const cost = rounds
    .flatMap((each) => each.choices)
    .reduce((sum, each) => sum + (each.cost >= LEAST_COST ? each.cost : 0), 0);
  return { rounds, chances, reaches, turning, cost };
}
