/**
 * Keep or redraw: the same opening hands kept and given back on the same chance, counted by what they hold, and the
 * rule of a few that wins most.
 *
 * @module redraw
 */

import { reckon } from './arithmetic.js';
import { MOST_AT_ONCE } from './engine.js';
import { _ } from './language.js';
import { CONFIDENCE } from './numbers.js';

/** Which rule is best is asked of games with even numbers, what it is worth of the others. */
const HALVES = 2;

/**
 * @typedef {{levels: number[], names: number[][], scenes: boolean[]}} Marks Of the cards of a list, by their places:
 *   level, numbers of their character names, whether they are scenes.
 * @typedef {Record<string, number[]>} Hands By what a hand holds and the half that it is of: how many hands, the sum of
 *   what the redraw adds in half points, and of its squares.
 * @typedef {{words: string, keeps: ((holds: number[]) => boolean) | null, gain: import('./numbers.js').Estimate,
 *   share: number}} Rule `keeps`: null where none is known; `share`: of hands that are redrawn.
 */

/** What is asked of the cards of a hand.
 * @param {string[]} numbers
 * @param {(number: string) => import('./cards.js').CardFacts} card
 * @returns {Marks} */
export function marksOf(numbers, card) {
  const cards = numbers.map(card);
  const known = [...new Set(cards.flatMap(({ characters }) => characters))];
  return {
    levels: cards.map(({ level }) => level ?? 0),
    names: cards.map(({ characters }) => characters.map((name) => known.indexOf(name))),
    scenes: cards.map(({ kinds }) => kinds.includes('Scene')),
  };
}

/** What a hand holds: characters of level 1 up to three, the longest row of levels from 1 on of one character, a scene.
 * @param {bigint} hand
 * @param {Marks} marks
 * @returns {[number, number, number]} */
function held(hand, { levels, names, scenes }) {
  /** @type {Map<number, Set<number>>} */
  const of = new Map();
  let [ones, scene] = [0, 0];
  for (let place = 0, left = hand; left > 0n; place += 1, left >>= 1n) {
    if (!(left & 1n)) continue;
    if (scenes[place]) scene = 1;
    else if (levels[place] === 1) ones += 1;
    names[place].forEach((name) => of.set(name, (of.get(name) ?? new Set()).add(levels[place])));
  }
  const rows = [...of.values()].map((each) => [1, 2, 3, 4].findIndex((level) => !each.has(level) || level > 3));
  return [Math.min(ones, 3), Math.max(0, ...rows), scene];
}

/** Hands of some games, kept and redrawn.
 * @param {import('./engine.js').Engine} engine
 * @param {import('./engine.js').Table} table
 * @param {Marks} marks
 * @param {{policies: [string, string], seed: number, matchup?: number, start: number, games: number}} what
 * @returns {Hands} */
export function handsCounted(engine, table, marks, what) {
  /** @type {Hands} */
  const counts = {};
  for (let done = 0; done < what.games; done += MOST_AT_ONCE) {
    const part = { ...what, start: what.start + done, games: Math.min(MOST_AT_ONCE, what.games - done) };
    const [kept, redrawn] = [false, true].map((redraw) => engine.hands(table, { ...part, redraw }));
    kept.forEach(({ hand, points }, k) => {
      const key = [...held(hand, marks), (part.start + k) % HALVES].join(' ');
      const adds = redrawn[k].points - points;
      const cell = counts[key] ?? [0, 0, 0];
      counts[key] = [cell[0] + 1, cell[1] + adds, cell[2] + adds * adds];
    });
  }
  return counts;
}

/** Rules that a player can keep in mind: what is kept, and whether a hand has it. */
export const RULES = [
  {
    get words() {
      return _('Keep every hand');
    },
    keeps: () => true,
  },
  {
    get words() {
      return _('Keep a hand with a level 1; redraw the rest');
    },
    keeps: (/** @type {number[]} */ [ones]) => ones > 0,
  },
  {
    get words() {
      return _('Keep a hand with two characters of level 1; redraw the rest');
    },
    keeps: (/** @type {number[]} */ [ones]) => ones > 1,
  },
  {
    get words() {
      return _('Keep a level 1 with its level 2; redraw the rest');
    },
    keeps: (/** @type {number[]} */ [, row]) => row > 1,
  },
  {
    get words() {
      return _('Keep a level 1 with its level 2, or two characters of level 1; redraw the rest');
    },
    keeps: (/** @type {number[]} */ [ones, row]) => row > 1 || ones > 1,
  },
  {
    get words() {
      return _('Keep a level 1 with its level 2 and no scene, or levels 1 to 3 in a row; redraw the rest');
    },
    keeps: (/** @type {number[]} */ [, row, scene]) => row > 2 || (row > 1 && !scene),
  },
  {
    get words() {
      return _('Keep a level 1 with its level 2 and a scene; redraw the rest');
    },
    keeps: (/** @type {number[]} */ [, row, scene]) => row > 1 && scene > 0,
  },
  {
    get words() {
      return _('Keep a hand with a scene; redraw the rest');
    },
    keeps: (/** @type {number[]} */ [, , scene]) => scene > 0,
  },
  {
    get words() {
      return _('Keep levels 1, 2 and 3 in a row; redraw the rest');
    },
    keeps: (/** @type {number[]} */ [, row]) => row > 2,
  },
  {
    get words() {
      return _('Redraw every hand');
    },
    keeps: () => false,
  },
];

/** The rule that gains most over keeping every hand, if one is known to gain.
 * @param {Hands} counts @returns {Rule} */
export function bestRule(counts) {
  const cells = Object.entries(counts).map(([key, cell]) => ({ holds: key.split(' ').map(Number), cell }));
  const redraws = RULES.map(({ keeps }) => cells.map(({ holds }) => Number(!keeps(holds))));
  const sums = cells.map(({ holds, cell }) => [holds[3], ...cell]);
  const [[number, rate, low, high, n, share]] = reckon('ucg_best_rule', sums, redraws, [0, CONFIDENCE], { shape: [6] });
  return {
    get words() {
      return number ? RULES[number].words : _('No simple rule is known to beat keeping every hand');
    },
    keeps: number ? RULES[number].keeps : null,
    gain: { rate, low, high, n },
    share,
  };
}

/** A rule as it is given to a player: it is right in the mean of all hands, not for each. @param {Rule} rule */
export const asRule = ({ words, keeps }) =>
  keeps ? _('As a rule: {rule}.', { rule: words }) : _('{rule}.', { rule: words });

/** Whether a rule keeps a hand. @param {NonNullable<Rule['keeps']>} keeps @param {string[]} hand
 * @param {(number: string) => import('./cards.js').CardFacts} card */
export const isKept = (keeps, hand, card) => keeps(held(2n ** BigInt(hand.length) - 1n, marksOf(hand, card)));
