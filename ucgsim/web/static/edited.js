/** The deck on the table: what it holds, what it is measured against, and how it came to be so. */

import { deckName, nameOf } from './cards.js';
import { DECK, LEAST, MOST, named, same, sizeOf, textOf } from './deck.js';
import { checkDeck } from './lists.js';

const MOST_UNDONE = 200;

/** @typedef {import('./deck.js').Counts} Counts @typedef {import('./deck.js').Deck} Deck */

/** The deck being edited. */
export class Edited {
  /** @param {import('./cards.js').Cards} cards @param {Deck} deck
   * @param {() => void} changed Called once it is another one. */
  constructor(cards, deck, changed) {
    this.cards = cards;
    this.changed = changed;
    /** @type {Counts[]} */
    this.undone = [];
    this.deck = copied(deck);
    /** What changes are measured against. @type {Deck & {at: number}} */
    this.saved = { ...copied(deck), at: 0 };
  }

  /** Put copies of a card in, or take them out. @param {string} number @param {number} by */
  change(number, by) {
    const count = Math.min(Math.max((this.deck.counts[number] ?? 0) + by, 0), MOST);
    const counts = { ...this.deck.counts, [number]: count };
    if (!count) delete counts[number];
    this.become(counts);
  }

  /** @param {Counts} counts */
  become(counts) {
    if (same(counts, this.deck.counts)) return;
    this.undone = [...this.undone.slice(-MOST_UNDONE), this.deck.counts];
    this.deck = { ...this.deck, counts };
    this.changed();
  }

  undo() {
    const before = this.undone.pop();
    if (!before) return;
    this.deck = { ...this.deck, counts: before };
    this.changed();
  }

  /** Another deck in its place. @param {Deck} deck @param {Deck & {at: number}} saved What it is measured against. */
  replace(deck, saved = { ...deck, at: Date.now() }) {
    this.deck = { ...copied(deck), name: named(deck.name) };
    this.saved = { ...copied(saved), at: saved.at };
    this.undone = [];
    this.changed();
  }

  /** Measure changes against another list from now on. @param {Deck & {at: number}} version */
  measure(version) {
    this.saved = { ...copied(version), at: version.at };
    this.changed();
  }

  /** @returns {string[]} What is wrong with the deck by the rules of deck building. */
  get problems() {
    return this.problemsOf(this.deck.counts);
  }

  /** The same of any list. @param {Counts} counts @returns {string[]} */
  problemsOf(counts) {
    // The clauses are for those who have the rules at hand.
    return checkDeck(new Map(Object.entries(counts)), this.cards).map((each) => each.replace(/ \(CR [\d.]+\)/, ''));
  }

  /** @returns {boolean} */
  get isChanged() {
    return !same(this.deck.counts, this.saved.counts);
  }

  /** @returns {boolean} Whether what a change brings can be told: both lists hold as many cards. */
  get isComparable() {
    return sizeOf(this.deck.counts) === sizeOf(this.saved.counts);
  }

  /** @returns {boolean} Whether it and what it is measured against can be played. */
  get isPlayable() {
    const size = sizeOf(this.deck.counts);
    return size >= LEAST && size <= MOST && sizeOf(this.saved.counts) >= LEAST;
  }

  /** @returns {boolean} Whether it holds as many cards as a deck has. */
  get isWhole() {
    return sizeOf(this.deck.counts) === DECK;
  }

  /** @returns {string} The list as text, for a chat. */
  get text() {
    const { name, counts } = this.deck;
    const called = (/** @type {string} */ number) => (this.cards.get(number) ? nameOf(this.cards.must(number)) : '');
    return textOf({ name: deckName(name), counts }, called);
  }
}

/** @param {Deck} deck @returns {Deck} */
const copied = ({ name, counts }) => ({ name, counts: { ...counts } });
