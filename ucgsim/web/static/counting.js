/**
 * Exact chances, as `ucgsim.probability.counting` finds them.
 *
 * Cards that no part of a question tells apart are one class. Hands are counted by their state: how many of each class
 * they hold, up to where more makes no difference. The official redraw deals a second hand that is disjoint from the
 * first; such pairs are counted by inclusion and exclusion over the cards that both would hold.
 *
 * @module counting
 */

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
/** States times classes that fit the memory of a page, and the same times walks over them that take a second. */
const MAX_CELLS = 6_000_000;
const MAX_STEPS = 300_000_000;
/** What rounding may leave of a difference, by the size of what is subtracted. */
const ROUNDING = 1e-11;
const NEARLY_CERTAIN = 1 - 1e-6;

/**
 * @typedef {{names: string[], level: number, teams: string[], key: string}} Rung What levelling up looks at.
 * @typedef {object} Classes
 * @property {number[]} sizes Cards of each class in the deck.
 * @property {number[]} caps From so many of them on more make no difference.
 * @property {number} rest Cards of no class.
 * @property {Map<Count | Chain, number[][]>} of The classes of each count in a row, the class sequences of a chain.
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
 * @type {(deck: readonly Card[], questions: Node[], seen: number) => Classes}
 */
export function classify(deck, questions, seen) {
  const asked = questions.flatMap(leaves);
  const counts = asked.filter((leaf) => leaf.is === 'count');
  const paths = new Map(asked.flatMap((leaf) => (leaf.is === 'chain' ? [[leaf, levelPaths(deck, leaf)]] : [])));
  const climbing = new Set([...paths.values()].flat(2));
  const needs = counts.map((leaf) => {
    const number = deck.filter((card) => passes(leaf.filter, card)).length;
    return need(leaf, Math.min(seen, number));
  });
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
  /** @type {(path: string[]) => number[][]} */
  const sequences = (path) =>
    path.reduce(
      (/** @type {number[][]} */ starts, key) =>
        starts.flatMap((start) => places(({ rung }) => rung === key).map((place) => [...start, place])),
      [[]],
    );
  return {
    sizes,
    caps: kept.map(({ size, flags }) => Math.min(size, seen, Math.max(1, ...needs.filter((_, at) => flags[at])))),
    rest: deck.length - total(sizes),
    of: new Map(
      asked.map((leaf) => [
        leaf,
        leaf.is === 'chain'
          ? (paths.get(leaf) ?? []).flatMap(sequences)
          : [places(({ flags }) => flags[counts.indexOf(leaf)])],
      ]),
    ),
  };
}

/**
 * The count from which a comparison changes no more; 1 where it is always true or never.
 *
 * @type {(leaf: Count, most: number) => number}
 */
function need({ low, high }, most) {
  if (low > most || high < low) return 1;
  return Math.max(low, high < most ? high + 1 : 1);
}

/* The states, and the sums over them. */

/** @param {readonly number[] | Float64Array} numbers */
function total(numbers) {
  let sum = 0;
  for (let place = 0; place < numbers.length; place++) sum += numbers[place];
  return sum;
}

/** @type {(number: number, factors: number) => number} */
const fallingFactorial = (number, factors) => (factors ? number * fallingFactorial(number - 1, factors - 1) : 1);

/** @type {(number: number, drawn: number) => number} */
function comb(number, drawn) {
  let ways = drawn > number ? 0 : 1;
  for (let step = 1; step <= drawn && ways; step++) ways = (ways * (number - drawn + step)) / step;
  return ways;
}

/**
 * For each class and each sum: the vectors of counts of it and of the classes behind it that have this sum.
 *
 * @type {(caps: number[], most: number) => number[][]}
 */
function tails(caps, most) {
  const table = [[1, ...new Array(most).fill(0)]];
  for (const cap of [...caps].reverse()) {
    table.unshift(table[0].map((_, sum) => total(table[0].slice(Math.max(0, sum - cap), sum + 1))));
  }
  return table;
}

/** States of at most so many cards. @type {(caps: number[], most: number) => number} */
const countStates = (caps, most) => total(tails(caps, most)[0]);

/**
 * The states of a deck's classes, sorted by the number of cards in them and then as words are.
 *
 * `counts` holds the capped counts of each state, `above` the state that one more card of each class leads to, `room`
 * how many such cards are left; all three row by row. `reach[m]` states can be met once m cards are drawn; they are
 * the first ones.
 */
class Lattice {
  /** @param {number[]} sizes @param {number[]} caps @param {number} rest @param {number} most */
  constructor(sizes, caps, rest, most) {
    this.sizes = sizes;
    this.caps = caps;
    this.rest = rest;
    this.width = sizes.length;
    this.total = total(sizes) + rest;
    const behind = tails(caps, most);
    let states = 0;
    this.reach = behind[0].map((ways) => (states += ways));
    this.counts = new Uint16Array(states * this.width);
    this.above = new Int32Array(states * this.width);
    this.room = new Uint16Array(states * this.width);
    /** For each class, count and sum: the states before those, among all that are alike in the classes in front. */
    this.before = caps.map((cap, index) =>
      Array.from({ length: cap + 2 }, (_, count) =>
        behind[0].map((__, sum) => total(behind[index + 1].slice(Math.max(0, sum - count + 1), sum + 1))),
      ),
    );
    let row = 0;
    const counts = new Array(this.width).fill(0);
    /** @type {(index: number, left: number, sum: number) => void} */
    const place = (index, left, sum) => {
      if (index === this.width) return this.write(row++, counts, sum < most ? sum : null);
      for (counts[index] = 0; counts[index] <= Math.min(caps[index], left); counts[index]++) {
        if (behind[index + 1][left - counts[index]]) place(index + 1, left - counts[index], sum);
      }
    };
    for (let sum = 0; sum <= most; sum++) place(0, sum, sum);
  }

  /**
   * Write one state. Its neighbour above comes after the states before it: those that differ in a class in front have
   * a card more to share out, those that differ behind have not.
   *
   * @type {(row: number, counts: number[], sum: number | null) => void}
   */
  write(row, counts, sum) {
    const start = row * this.width;
    let [left, behind] = [0, 0];
    for (let index = this.width - 1; index >= 0; index--) {
      left += counts[index];
      this.above[start + index] = behind;
      behind += this.before[index][counts[index]][left];
    }
    let front = sum === null ? 0 : this.reach[sum];
    for (let index = 0; index < this.width; index++) {
      const count = counts[index];
      const open = count < this.caps[index];
      this.counts[start + index] = count;
      this.room[start + index] = open ? this.sizes[index] - count : 0;
      this.above[start + index] +=
        sum === null || !open ? row - this.above[start + index] : front + this.before[index][count + 1][left + 1];
      front += sum === null ? 0 : this.before[index][count][left + 1];
      left -= count;
    }
  }

  /** The place of the state with these counts. @param {number[]} counts */
  row(counts) {
    let left = total(counts);
    return counts.reduce(
      (row, count, index) => {
        left -= count;
        return row + this.before[index][count][left + count];
      },
      left ? this.reach[left - 1] : 0,
    );
  }

  /**
   * For each state of `held` cards the sum over the next card of the value it leads to, divided by a number.
   *
   * @type {(values: Float64Array, held: number, by: number) => Float64Array}
   */
  draw(values, held, by) {
    const { width, above, room } = this;
    const result = new Float64Array(this.reach[held]);
    for (let row = 0, cell = 0; row < result.length; row++) {
      let [drawn, others] = [0, this.total - held];
      for (const end = cell + width; cell < end; cell++) {
        if (!room[cell]) continue;
        others -= room[cell];
        drawn += room[cell] * values[above[cell]];
      }
      result[row] = (drawn + others * values[row]) / by;
    }
    return result;
  }

  /** For each m up to six: sums of values over the hands around m given cards. @param {Float64Array} values */
  subsets(values) {
    /** @type {Float64Array[]} */
    const sums = [values.slice(0, this.reach[HAND])];
    // Each set is met once for every card it has beyond the given ones.
    for (let held = HAND - 1; held >= 0; held--) sums.unshift(this.draw(sums[0], held, HAND - held));
    return sums;
  }

  /** For each m up to six and each state: the sets of m cards that have it. */
  ways() {
    const sizes = Array.from({ length: HAND + 1 }, (_, drawn) => drawn);
    const choices = this.sizes.map((size) => sizes.map((drawn) => comb(size, drawn)));
    const table = sizes.map((drawn) => new Float64Array(this.reach[drawn]));
    for (let row = 0; row < this.reach[HAND]; row++) {
      let ways = sizes.map((drawn) => comb(this.rest, drawn));
      for (let index = 0; index < this.width; index++) {
        const count = this.counts[row * this.width + index];
        const most = count < this.caps[index] ? count : HAND;
        const product = new Array(HAND + 1).fill(0);
        for (let own = count; own <= most; own++) {
          for (let drawn = own; drawn <= HAND; drawn++) product[drawn] += choices[index][own] * ways[drawn - own];
        }
        ways = product;
      }
      for (let drawn = HAND; drawn >= 0 && row < this.reach[drawn]; drawn--) table[drawn][row] = ways[drawn];
    }
    return table;
  }

  /** 1 where a condition holds, else 0. @type {(node: Node, classes: Classes) => Float64Array} */
  meets(node, classes) {
    const holds = this.holder(node, classes);
    const states = this.reach[this.reach.length - 1];
    return Float64Array.from({ length: states }, (_, row) => Number(holds(row * this.width)));
  }

  /**
   * Whether a condition holds in the state whose counts start there.
   *
   * @type {(node: Node, classes: Classes) => (start: number) => boolean}
   */
  holder(node, classes) {
    const { counts } = this;
    if ('parts' in node) {
      const parts = node.parts.map((part) => this.holder(part, classes));
      if (node.is === 'not') return (start) => !parts[0](start);
      return node.is === 'all'
        ? (start) => parts.every((part) => part(start))
        : (start) => parts.some((part) => part(start));
    }
    const places = classes.of.get(node) ?? [];
    if (node.is === 'chain') return (start) => places.some((path) => path.every((place) => counts[start + place] > 0));
    return (start) => {
      const number = places[0].reduce((sum, place) => sum + counts[start + place], 0);
      return node.low <= number && number <= node.high;
    };
  }
}

/* The chances. */

/**
 * @typedef {object} Terms Everything that a number depends on next to the deck.
 * @property {Node} want
 * @property {Node | null} again The hands that are given back, where that has a condition of its own.
 * @property {Redraw} redraw
 * @property {Procedure} procedure
 * @property {number[]} horizons Cards seen when it is asked; the first of them is what the best redraw is best for.
 *
 * @typedef {Float64Array[]} Future For m given cards and each state: the chances, or the ways on a common scale, of the
 *   hands around them, summed.
 * @typedef {{redrawRate: number, chance: (future: Future) => number}} Rule How often a rule redraws, what it reaches.
 * @typedef {{probability: number, withoutRedraw: number}} Chance
 */

/**
 * Whether the rule weighs hands by more than the condition; for the first hand itself nothing beats `unless`.
 *
 * @param {Terms} terms
 */
const needsWholeHands = (terms) => terms.again === null && terms.redraw === 'best' && terms.horizons[0] > HAND;

/** Caps that tell all hands apart. @type {(deck: {sizes: number[], rest: number}) => number[]} */
const wholeCaps = ({ sizes, rest }) => [...sizes, rest].map((size) => Math.min(HAND, size));

/** How much of what can be counted in about a second it takes. @type {(classes: Classes, terms: Terms) => number} */
export function effort(classes, terms) {
  const width = classes.caps.length + 1;
  const most = Math.max(...terms.horizons);
  const states = Array.from({ length: most + 1 }, (_, held) => countStates(classes.caps, held));
  const steps = total(terms.horizons.map((seen) => HAND * states[HAND] + total(states.slice(HAND, seen))));
  const shares = [(states[most] * width) / MAX_CELLS, (steps * width) / MAX_STEPS];
  if (needsWholeHands(terms)) shares.push((2 * countStates(wholeCaps(classes), HAND) * width) / MAX_CELLS);
  return Math.max(...shares);
}

/**
 * The chances by cards seen, and how often the first hand is given back.
 *
 * @param {Classes} classes
 * @param {Terms} terms
 */
export function solve(classes, terms) {
  const lattice = new Lattice(classes.sizes, classes.caps, classes.rest, Math.max(...terms.horizons));
  const met = lattice.meets(terms.want, classes);
  const unmet = met.map((value) => 1 - value);
  const hands = comb(lattice.total, HAND);
  /**
   * What comes after a hand is counted as long as whole numbers hold the sums, else chances are summed.
   *
   * @param {number} seen
   */
  const scale = (seen) => {
    const ways = fallingFactorial(lattice.total - HAND, seen - HAND);
    return hands * ways * 2 ** HAND < Number.MAX_SAFE_INTEGER ? ways : 1;
  };
  /** @type {(goal: Float64Array, seen: number) => Future} */
  const future = (goal, seen) => {
    let values = goal;
    for (let held = seen - 1; held >= HAND; held--) {
      values = lattice.draw(values, held, scale(seen) > 1 ? 1 : lattice.total - held);
    }
    return lattice.subsets(values);
  };
  const rule = needsWholeHands(terms)
    ? bestRule(lattice, terms, future(met, terms.horizons[0]), future(unmet, terms.horizons[0]))
    : fixedRule(lattice, terms, redrawn(lattice, classes, terms, met));
  /** @type {(goal: Float64Array, seen: number) => Chance} */
  const chance = (goal, seen) => {
    const ahead = future(goal, seen);
    return { probability: rule.chance(ahead) / scale(seen), withoutRedraw: ahead[0][0] / (hands * scale(seen)) };
  };
  const chances = new Map(
    terms.horizons.map((seen) => {
      const good = chance(met, seen);
      if (Math.max(good.probability, good.withoutRedraw) < NEARLY_CERTAIN) return [seen, good];
      // The little that fails is exact to its own last digits: what is nearly certain does not become so by rounding.
      const bad = chance(unmet, seen);
      return [seen, { probability: 1 - bad.probability, withoutRedraw: 1 - bad.withoutRedraw }];
    }),
  );
  return { chances, redrawRate: rule.redrawRate };
}

/**
 * 1 for the starting hands that are given back.
 *
 * @type {(lattice: Lattice, classes: Classes, terms: Terms, met: Float64Array) => Float64Array}
 */
function redrawn(lattice, classes, { again, redraw }, met) {
  const hands = again ? lattice.meets(again, classes) : met;
  return hands.slice(0, lattice.reach[HAND]).map((value) => {
    if (again) return value;
    return redraw === 'never' || redraw === 'always' ? Number(redraw === 'always') : 1 - value;
  });
}

/** A difference, or 0 where rounding alone can explain it. @type {(difference: number, size: number) => number} */
const cleared = (difference, size) => (Math.abs(difference) < ROUNDING * size ? 0 : difference);

/**
 * Where the state of a hand says whether it is given back.
 *
 * @type {(lattice: Lattice, terms: Terms, redrawn: Float64Array) => Rule}
 */
function fixedRule(lattice, { procedure }, redrawn) {
  const ways = lattice.ways();
  const givenBack = lattice.subsets(redrawn);
  const hands = comb(lattice.total, HAND);
  const redrawRate = givenBack[0][0] / hands;
  return {
    redrawRate,
    chance: (future) => {
      const kept = ways[HAND].map((sets, row) => sets * (1 - redrawn[row]) * future[HAND][row]);
      let again = 0;
      if (redrawRate && procedure === 'reshuffle') again = redrawRate * future[0][0];
      else if (redrawRate) again = disjoint(ways, givenBack, future) / comb(lattice.total - HAND, HAND);
      return (total(kept) + again) / hands;
    },
  };
}

/**
 * Pairs of disjoint hands of which the first is given back, weighted by the second.
 *
 * @type {(ways: Float64Array[], givenBack: Float64Array[], future: Future) => number}
 */
function disjoint(ways, givenBack, future) {
  const sums = ways.map((sets, shared) =>
    sets.reduce((sum, number, row) => sum + number * givenBack[shared][row] * future[shared][row], 0),
  );
  return cleared(total(sums.map((sum, shared) => (shared % 2 ? -sum : sum))), total(sums));
}

/**
 * Where a hand is given back if a redraw promises more at the first horizon.
 *
 * @type {(lattice: Lattice, terms: Terms, good: Future, bad: Future) => Rule}
 */
function bestRule(lattice, { procedure }, good, bad) {
  const whole = new Lattice([...lattice.sizes, lattice.rest], wholeCaps(lattice), 0, HAND);
  const first = whole.reach[HAND - 1];
  const deals = whole.ways()[HAND].slice(first);
  const rows = Int32Array.from({ length: whole.reach[HAND] }, (_, row) =>
    lattice.row(lattice.caps.map((cap, index) => Math.min(cap, whole.counts[row * whole.width + index]))),
  );
  /** @param {Future} future */
  const keep = (future) => deals.map((_, hand) => future[HAND][rows[first + hand]]);
  /** @param {Future} future */
  const redraw = (future) => {
    if (procedure === 'reshuffle') return deals.map(() => future[0][0] / comb(lattice.total, HAND));
    const sizes = avoiding(whole, rows, future, 1);
    return avoiding(whole, rows, future, -1)
      .map((value, row) => cleared(value, sizes[row]))
      .slice(first)
      .map((value) => value / comb(lattice.total - HAND, HAND));
  };
  const [kept, keptBad, redrawn, redrawnBad] = [keep(good), keep(bad), redraw(good), redraw(bad)];
  // Compared is the smaller of chance and risk, which is exact to more digits; a hand is kept where both are the same.
  const again = deals.map((_, hand) =>
    Number(
      kept[hand] < keptBad[hand]
        ? redrawn[hand] > kept[hand] * (1 + ROUNDING)
        : redrawnBad[hand] < keptBad[hand] * (1 - ROUNDING),
    ),
  );
  /** @param {Float64Array} values */
  const mean = (values) => total(values.map((value, hand) => deals[hand] * value)) / comb(lattice.total, HAND);
  return {
    redrawRate: mean(again),
    chance: (future) => {
      const [ifKept, ifRedrawn] = [keep(future), redraw(future)];
      return mean(again.map((redrawn, hand) => (redrawn ? ifRedrawn : ifKept)[hand]));
    },
  };
}

/**
 * For each set of cards the sum over the hands that hold none of them, by inclusion and exclusion; all terms added,
 * not signed, with a sign of 1.
 *
 * @type {(whole: Lattice, rows: Int32Array, future: Future, sign: number) => Float64Array}
 */
function avoiding({ width, counts, above, reach }, rows, future, sign) {
  const below = new Int32Array(counts.length);
  const values = new Float64Array(rows.length);
  for (let row = 0, size = 0; row < rows.length; row++) {
    if (row >= reach[size]) size += 1;
    values[row] = sign ** size * future[size][rows[row]];
    for (let cell = row * width; cell < (row + 1) * width; cell++) {
      if (above[cell] !== row) below[above[cell] * width + (cell % width)] = row;
    }
  }
  for (let index = 0; index < width; index++) {
    // From many cards to few, so that the entries below are still those of before this class.
    for (let row = rows.length - 1; row >= 0; row--) {
      const held = counts[row * width + index];
      for (let fewer = 1, lower = row, ways = 1; fewer <= held; fewer++) {
        lower = below[lower * width + index];
        ways = (ways * (held - fewer + 1)) / fewer;
        values[row] += ways * values[lower];
      }
    }
  }
  return values;
}
