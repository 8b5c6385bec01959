/**
 * What exact chances are counted from: cards that no part of a question tells apart are one class, and the condition is
 * asked of how many of each class a hand holds. `ucgsim/probability/counting/chances.py` counts.
 *
 * @module counting
 */

import { reckon } from './arithmetic.js';
import { isScene, leaves, passes } from './condition.js';

/**
 * @typedef {import('./condition.js').Card} Card
 * @typedef {import('./condition.js').Chain} Chain
 * @typedef {import('./condition.js').Count} Count
 * @typedef {import('./condition.js').Node} Node
 *
 * @typedef {'never' | 'always' | 'unless' | 'best' | 'when'} Redraw
 * @typedef {'official' | 'reshuffle'} Procedure
 */

/** Cards of a starting hand and of a redraw (CR 4.2.3). */
export const HAND = 6;
/** Redraws, and what a condition is written in, as `chances.py` and `lattice.py` number them. */
export const REDRAWS = /** @type {const} */ (['never', 'always', 'unless', 'best', 'when']);
const [COUNT, UNLESS, NOT] = [0, 1, 2];
const NO_LIMIT = 2 ** 31 - 1;

/**
 * @typedef {{names: string[], level: number, teams: string[], key: string}} Rung What levelling up looks at.
 * @typedef {object} Classes
 * @property {number[]} sizes Cards of each class in the deck.
 * @property {number} rest Cards of no class.
 * @property {Map<Count | Chain, number[][][]>} of The ways to meet each leaf: the classes of every step, one for a
 *   count.
 */

/** @type {(card: Card) => Rung | null} */
function rungOf(card) {
  if (isScene(card) || card.level === null) return null;
  const names = card.characters.map((name) => name.toUpperCase()).sort();
  const teams = [...(card.teams ?? [])].sort();
  return { names, level: card.level, teams, key: JSON.stringify([names, card.level, teams]) };
}

/**
 * All ways in which cards of the deck stand on each other (CR 5.6.1), as keys of rungs.
 *
 * A shared team counts as the same character (CR 11.18.1). A card with several names takes the name of the card
 * below (CR 11.21.1), so the next one must fit that name.
 *
 * @type {(deck: readonly Card[], chain: Chain) => string[][]}
 */
function levelPaths(deck, { length, first }) {
  const rungs = [...new Map(deck.flatMap((card) => rungOf(card) ?? []).map((rung) => [rung.key, rung])).values()];
  let paths = rungs
    .filter((rung) => first === null || rung.level === first)
    .map((rung) => ({ path: [rung], names: rung.names }));
  for (let step = 1; step < length; step++) {
    paths = paths.flatMap(({ path, names }) =>
      rungs.flatMap((above) => {
        const below = path[path.length - 1];
        const after = above.level === below.level + 1 ? namesAfter(names, below, above) : [];
        return after.length ? [{ path: [...path, above], names: after }] : [];
      }),
    );
  }
  return paths.map(({ path }) => path.map((rung) => rung.key));
}

/** @type {(standing: string[], below: Rung, above: Rung) => string[]} */
function namesAfter(standing, below, above) {
  const shared = standing.filter((name) => above.names.includes(name));
  if (shared.length) return shared;
  return below.teams.some((team) => above.teams.includes(team)) ? above.names : [];
}

/**
 * Merge the cards of a deck by what the questions tell apart.
 *
 * @type {(deck: readonly Card[], questions: Node[]) => Classes}
 */
export function classify(deck, questions) {
  const asked = questions.flatMap(leaves);
  const counts = asked.filter((leaf) => leaf.is === 'count');
  const paths = new Map(asked.flatMap((leaf) => (leaf.is === 'chain' ? [[leaf, levelPaths(deck, leaf)]] : [])));
  const climbing = new Set([...paths.values()].flat(2));
  /** @type {Map<string, {size: number, flags: boolean[], rung: string | null}>} */
  const kinds = new Map();
  for (const card of deck) {
    const flags = counts.map((leaf) => passes(leaf.filter, card));
    const key = rungOf(card)?.key ?? null;
    const rung = key !== null && climbing.has(key) ? key : null;
    const signature = JSON.stringify([flags, rung]);
    const kind = kinds.get(signature) ?? { size: 0, flags, rung };
    kinds.set(signature, kind);
    kind.size += 1;
  }
  const kept = [...kinds.values()].filter(({ flags, rung }) => rung !== null || flags.includes(true));
  const sizes = kept.map(({ size }) => size);
  /** @type {(wanted: (kind: {flags: boolean[], rung: string | null}) => boolean) => number[]} */
  const places = (wanted) => kept.flatMap((kind, place) => (wanted(kind) ? [place] : []));
  return {
    sizes,
    rest: deck.length - sizes.reduce((sum, size) => sum + size, 0),
    of: new Map(
      asked.map((leaf) => [
        leaf,
        leaf.is === 'chain'
          ? (paths.get(leaf) ?? []).map((path) => path.map((key) => places(({ rung }) => rung === key)))
          : [[places(({ flags }) => flags[counts.indexOf(leaf)])]],
      ]),
    ),
  };
}

/* The condition, as `lattice.holds` reads it. */

/** @type {(low: number, high: number, members: number[]) => number[]} */
const between = (low, high, members) => [COUNT, low, Math.min(high, NO_LIMIT), members.length, ...members];

/** One after the other, unless one of them decides. @type {(parts: number[][], unless: 0 | 1) => number[]} */
const joined = (parts, unless) =>
  parts.reduceRight((after, part) => (after.length ? [...part, UNLESS, unless, after.length, ...after] : part), []);

/** @type {(node: Node, classes: Classes) => number[]} */
function program(node, classes) {
  if ('parts' in node) {
    const parts = node.parts.map((part) => program(part, classes));
    return node.is === 'not' ? [...parts[0], NOT] : joined(parts, node.is === 'all' ? 0 : 1);
  }
  const ways = classes.of.get(node) ?? [];
  if (node.is === 'count') return between(node.low, node.high, ways[0][0]);
  const paths = ways.map((steps) =>
    joined(
      steps.map((members) => between(1, NO_LIMIT, members)),
      0,
    ),
  );
  return paths.length ? joined(paths, 1) : between(1, NO_LIMIT, []);
}

/**
 * @typedef {object} Terms Everything that a number depends on next to the deck.
 * @property {Node} want
 * @property {Node | null} again The hands that are given back, where that has a condition of its own.
 * @property {Redraw} redraw
 * @property {Procedure} procedure
 * @property {number[]} horizons Cards seen when it is asked; the first of them is what the best redraw is best for.
 *
 * @typedef {{probability: number, withoutRedraw: number}} Chance
 */

/**
 * The chances by cards seen, and how often the first hand is given back; null where that is too much to count.
 *
 * @param {Classes} classes
 * @param {Terms} terms
 */
export function solve(classes, { want, again, redraw, procedure, horizons }) {
  const { sizes, rest } = classes;
  const total = sizes.reduce((sum, size) => sum + size, rest);
  const terms = [rest, REDRAWS.indexOf(again ? 'when' : redraw), Number(procedure === 'reshuffle')];
  const counted = [sizes, sizes.map(() => 0), sizes.map(() => -1)];
  const conditions = [program(want, classes), again ? program(again, classes) : []];
  const asked = [counted, terms, [horizons, horizons.map(() => 0)], ...conditions];
  const [needs] = reckon('ucg_weigh_odds', ...asked, { room: [2, total + 1] }, { shape: [6] });
  const [effort, , , hands, wholeNumbers, reals] = needs;
  if (effort > 1) return null;
  const [chances, back] = reckon(
    'ucg_count_odds',
    ...asked,
    needs,
    { room: [wholeNumbers] },
    { room: [reals] },
    { shape: [horizons.length, 2] },
    { shape: [1 + sizes.length] },
    { room: [hands, 7 + sizes.length] },
  );
  return {
    redrawRate: back[0],
    chances: new Map(
      horizons.map((seen, row) => [seen, { probability: chances[2 * row], withoutRedraw: chances[2 * row + 1] }]),
    ),
  };
}
