/** What is asked of opening hands: the usual questions and a player's own, each with its exact chances. */

import { OddsError, Vocabulary, parse } from './condition.js';
import { LEAST, named, sizeOf } from './deck.js';
import { cardsOf } from './engine.js';
import { _, lineOf } from './language.js';
import { QUESTIONS, odds } from './odds.js';

const ASKED = 'ucgsim-questions';
const [MOST, LONGEST] = [20, 2000];

/**
 * @typedef {import('./deck.js').Counts} Counts
 * @typedef {{probability: number, withoutRedraw: number, problem?: undefined} | {problem: string}} Chance
 * @typedef {{words: string, want: string, own: boolean} & Chance} Asked
 */

/** The questions of opening hands. */
export class Questions {
  /** @type {WeakMap<Counts, Map<string, Chance>>} */
  chances = new WeakMap();

  /** @param {import('./storage.js').Saved} storage @param {import('./cards.js').Cards} cards */
  constructor(storage, cards) {
    this.storage = storage;
    this.cards = cards;
    /** @type {string[]} A player's own, as conditions. */
    this.own = [];
  }

  /** Count again: what is wrong with a question is said in another language. */
  forget() {
    this.chances = new WeakMap();
  }

  /** Take over what other tabs asked. */
  meetOthers() {
    const stored = this.storage.read(ASKED)[0]?.data;
    const wants = (Array.isArray(stored) ? stored : this.own).map((want) => named(want, LONGEST)).filter(Boolean);
    this.own = [...new Set(wants)].slice(0, MOST);
  }

  /** Save a question of one's own.
   * @param {string} text A condition. @param {Counts} counts Of the deck that it is asked of.
   * @throws {OddsError} For one that can't be read. */
  add(text, counts) {
    const want = text.replace(/\s+/g, ' ').trim();
    parse(want, new Vocabulary(this.deckOf(counts), this.cards.all));
    this.meetOthers();
    if (this.own.includes(want)) throw new OddsError(_('this question is asked already'));
    if (this.own.length >= MOST)
      throw new OddsError(_('{count} questions are saved, and no more can be: remove one first', { count: MOST }));
    this.put([...this.own, want]);
  }

  /** @param {string} want A question to remove. */
  remove(want) {
    this.meetOthers();
    this.put(this.own.filter((each) => each !== want));
  }

  /** @param {string[]} questions */
  put(questions) {
    this.own = questions;
    this.storage.write(ASKED, questions);
  }

  /** All of them with their chances in a list; none for one that is too short.
   * @param {Counts} counts @returns {Asked[]} */
  of(counts) {
    if (sizeOf(counts) < LEAST) return [];
    const own = this.own.map((want) => ({ words: want, want, own: true }));
    return [...QUESTIONS.map((each) => ({ ...each, own: false })), ...own].map((each) => {
      return { ...each, ...this.chance(counts, each.want) };
    });
  }

  /** Counted once for a list; with a problem in one line where it can't be.
   * @param {Counts} counts @param {string} want @returns {Chance} */
  chance(counts, want) {
    const known = this.chances.get(counts) ?? new Map();
    this.chances.set(counts, known);
    if (!known.has(want)) known.set(want, this.counted(counts, want));
    return known.get(want);
  }

  /** @param {Counts} counts @param {string} want @returns {Chance} */
  counted(counts, want) {
    try {
      return odds(this.deckOf(counts), want, { known: this.cards.all });
    } catch (error) {
      return { problem: lineOf(error) };
    }
  }

  /** @param {Counts} counts */
  deckOf(counts) {
    return cardsOf(counts).map((number) => this.cards.must(number));
  }
}
