/**
 * All cards: their facts, what they do in plain English, and how a player finds one.
 *
 * @module cards
 */

/**
 * @typedef {object} Card
 * @property {string} number
 * @property {string} name With its subtitle.
 * @property {string} subtitle
 * @property {string[]} characters
 * @property {number | null} level
 * @property {string | null} type
 * @property {string[]} kinds `Ultra Hero`, `Kaiju`, `Ultra Mech`, `Scene`.
 * @property {(number | null)[]} bp SINGLE, DOUBLE, TRIPLE, QUAD, EXTRA.
 * @property {number | null} round
 * @property {string[]} teams
 * @property {number | null} limit Copies that a deck may hold; null for any number.
 * @property {string} text
 */

/** Letters as they are compared: half-width, without case, hyphens alike. @param {string} text @returns {string} */
export const plain = (text) => text.normalize('NFKC').replace(/[\u2010-\u2015\u2212]/g, '-').toLowerCase().replace(/\s+/g, ' ').trim();

/** Cards by number. */
export class Cards {
  /** @param {Card[]} cards */
  constructor(cards) {
    this.all = cards;
    this.byNumber = new Map(cards.map((card) => [card.number, card]));
    this.words = new Map(cards.map((card) => [card, plain(`${card.name} ${card.characters.join(' ')} ${card.number} ${card.type ?? ''} ${card.kinds.join(' ')}`)]));
  }

  /** @param {string} number @returns {Card | undefined} */
  get(number) {
    return this.byNumber.get(number);
  }

  /** A card that is known to be there. @param {string} number @returns {Card} */
  must(number) {
    const card = this.byNumber.get(number);
    if (!card) throw new Error(`${number}: no such card here.`);
    return card;
  }

  /** Cards of which all words are, in name, number, TYPE or kind; a lone digit is a level. Then those whose text has them.
   * @param {string} typed @param {number} [limit] @returns {Card[]} */
  search(typed, limit = 400) {
    const words = plain(typed).split(' ').filter(Boolean);
    /** @param {Card} card @param {(card: Card) => string} of */
    const fits = (card, of) => words.every((word) => (/^\d$/.test(word) ? card.level === Number(word) : of(card).includes(word)));
    const first = this.all.filter((card) => fits(card, (each) => this.words.get(each) ?? ''));
    const known = new Set(first);
    const second = this.all.filter((card) => !known.has(card) && fits(card, (each) => `${this.words.get(each)} ${each.text.toLowerCase()}`));
    return [...first, ...second].slice(0, limit);
  }
}

/** @param {Card[]} json What `cards.json` holds. @returns {Cards} */
export const openCards = (json) => new Cards(json);
