/**
 * How often a deck opens with what is asked for, counted: the numbers of `ucgsim.odds` without Python.
 *
 * `odds(deck, want, options)` answers one question and `usual(deck)` the five that players ask of every deck. The
 * language of the questions is that of `ucgsim odds --help`, see condition.js; counting.js does the counting.
 *
 * @module odds
 */

import { OddsError, Vocabulary, fitNothing, parse } from './condition.js';
import { HAND, REDRAWS, classify, solve } from './counting.js';
import { _, listed } from './language.js';

/**
 * @typedef {import('./condition.js').Card} Card
 * @typedef {import('./condition.js').Node} Node
 * @typedef {import('./counting.js').Chance} Chance
 * @typedef {import('./counting.js').Procedure} Procedure
 * @typedef {import('./counting.js').Redraw} Redraw
 * @typedef {'lead' | 'next'} Seat
 */

/**
 * @typedef {object} Options
 * @property {number | null} [turn] Ask by the end of this turn's scene phase; without it and `cards` of the first six.
 * @property {number | null} [cards] Ask after this many cards instead.
 * @property {Redraw} [redraw] When the first hand is given back: `unless` it has what is wanted where nothing is said.
 * @property {string | null} [redrawWhen] A condition of its own for that.
 * @property {Procedure} [procedure] The official redraw (CR 4.2.3), or `reshuffle` as many players do it.
 * @property {Seat} [seat] Makes no difference as long as scenes draw nothing.
 * @property {readonly Card[]} [known] Further cards whose names the condition may use.
 */

/**
 * @typedef {object} TurnOdds
 * @property {number} turn
 * @property {number} cards Cards seen by then.
 * @property {number} probability
 * @property {number} withoutRedraw
 */

/**
 * @typedef {object} Odds
 * @property {string} question The condition.
 * @property {number} deckSize
 * @property {number | null} turn
 * @property {number} cards Cards seen when it is asked.
 * @property {number} probability From 0 to 1.
 * @property {number} withoutRedraw The same if the first hand is always kept.
 * @property {number} gain What the redraw adds.
 * @property {number} redrawRate How often the first hand is given back.
 * @property {TurnOdds[]} byTurn
 * @property {string[]} missing Filters that are asked for and that no card of the deck passes.
 */

const MAX_DECK = 500;
const MAX_TURN = 20;
const TURNS_SHOWN = 4;
const OPTIONS = ['turn', 'cards', 'redraw', 'redrawWhen', 'procedure', 'seat', 'known'];
/** @type {Record<string, readonly string[]>} */
const CHOICES = { redraw: REDRAWS, procedure: ['official', 'reshuffle'], seat: ['lead', 'next'] };

/** @param {string} problem @returns {never} */
function refuse(problem) {
  throw new OddsError(problem);
}

/** @type {(deck: readonly Card[], options: Options) => void} */
function check(deck, options) {
  for (const [name, value] of Object.entries(options)) {
    const shown = { name: name.slice(0, 60), value: String(value).slice(0, 60) };
    if (!OPTIONS.includes(name)) {
      refuse(_("no option '{name}'; valid here: {valid}", { ...shown, valid: listed(OPTIONS) }));
    }
    if (CHOICES[name] && value !== undefined && !CHOICES[name].includes(String(value))) {
      refuse(_("{name} '{value}'; valid here: {valid}", { ...shown, valid: listed(CHOICES[name]) }));
    }
  }
  const { turn = null, cards = null } = options;
  const { length: size } = deck;
  if (size < HAND || size > MAX_DECK) {
    const limits = { size, least: HAND, most: MAX_DECK };
    refuse(_('the deck has {size} cards; {least} to {most} can be asked about', limits));
  }
  if (turn !== null && cards !== null) refuse(_('asked by turn and after cards at once; give one of the two'));
  if (turn !== null && !(Number.isInteger(turn) && 1 <= turn && turn <= MAX_TURN)) {
    refuse(_('turn {turn}; turns from 1 to {most} can be asked about', { turn, most: MAX_TURN }));
  }
  if (cards !== null && !(Number.isInteger(cards) && HAND <= cards && cards <= size)) {
    const limits = { cards, least: HAND, most: size };
    refuse(_('after {cards} cards; {least} (the opening hand) to {most} (the deck) can be asked about', limits));
  }
}

/** @type {(text: string, vocabulary: Vocabulary) => Node} */
function parseRedraw(text, vocabulary) {
  try {
    return parse(text, vocabulary);
  } catch (error) {
    throw error instanceof OddsError ? new OddsError(_('redraw: {problem}', { problem: error.message })) : error;
  }
}

/**
 * How often a deck shows what a condition asks for, of all cards seen so far, played or not.
 *
 * @param {readonly Card[]} deck The cards, one entry a copy: at least six, twelve where a redraw is possible.
 * @param {string} want The condition, such as `chain` or `level 1 TIGA >= 1 and (scene >= 1 or chain)`.
 * @param {Options} [options]
 * @returns {Odds}
 * @throws {OddsError} A condition that can't be read, a deck too small, a number out of bounds, or more than a page
 *   can count.
 */
export function odds(deck, want, options = {}) {
  check(deck, options);
  const { turn = null, cards = null, redraw = 'unless', redrawWhen = null, procedure = 'official' } = options;
  const vocabulary = new Vocabulary(deck, options.known ?? []);
  const again = redrawWhen === null ? null : parseRedraw(redrawWhen, vocabulary);
  const node = parse(want, vocabulary);
  if (redraw === 'when' && again === null) {
    refuse(_("redraw 'when' needs a condition; give redrawWhen"));
  }
  if ((again !== null || redraw !== 'never') && deck.length < 2 * HAND) {
    const { length: size } = deck;
    refuse(_('the deck has {size} cards; a redraw of six needs twelve', { size }));
  }
  /** @param {number} by */
  const seenBy = (by) => Math.min(deck.length, HAND + by - 1);
  const target = cards ?? seenBy(turn ?? 1);
  const classes = classify(deck, again ? [node, again] : [node]);
  // Later turns than asked for are a courtesy that must not cost the answer.
  for (const last of [Math.max(TURNS_SHOWN, turn ?? 1), turn ?? 1]) {
    const turns = Array.from({ length: last }, (_, place) => place + 1);
    const horizons = [...new Set([target, ...turns.map(seenBy)])];
    const solution = solve(classes, { want: node, again, redraw, procedure, horizons });
    if (!solution) continue;
    /** @param {number} seen */
    const chance = (seen) => /** @type {Chance} */ (solution.chances.get(seen));
    return {
      question: want.replace(/\s/g, ' '),
      deckSize: deck.length,
      turn: cards === null ? (turn ?? 1) : null,
      cards: target,
      ...chance(target),
      gain: chance(target).probability - chance(target).withoutRedraw,
      redrawRate: solution.redrawRate,
      byTurn: turns.map((by) => ({ turn: by, cards: seenBy(by), ...chance(seenBy(by)) })),
      missing: [...new Set(fitNothing(node, deck))],
    };
  }
  return refuse(_('the condition divides hands into too many kinds to count them here; ask for less at once'));
}

/** @typedef {{words: string, want: string}} Question A question in a player's words, and the condition that it is. */

/** @type {(want: string, words: () => string) => Question} */
const question = (want, words) => ({
  get words() {
    return words();
  },
  want,
});

/** The questions that players ask of every deck. @type {readonly Question[]} */
export const QUESTIONS = [
  question('settable', () => _('a character to set')),
  question('chain 1-2', () => _('a level 1 and its level 2')),
  question('chain 1-3', () => _('a level 1, its level 2 and its level 3')),
  question('level 1 >= 2', () => _('two characters of level 1')),
  question('scene', () => _('a scene')),
];

/**
 * The five answers for a deck, each with a redraw of its own of every hand that lacks what it asks for.
 *
 * @param {readonly Card[]} deck The cards, one entry a copy.
 * @param {{procedure?: Procedure}} [options]
 * @returns {(Question & Odds)[]}
 */
export function usual(deck, options = {}) {
  return QUESTIONS.map((each) => ({ ...each, ...odds(deck, each.want, options) }));
}
