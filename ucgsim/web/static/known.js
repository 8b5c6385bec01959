/**
 * What the reader of lists asks the page for: the cards, what they are called, links and sentences.
 *
 * @typedef {import('./cards.js').Cards} Cards
 */

import { keyOf, plain } from './cards.js';
import { _ } from './language.js';
import { LinkError, fromLink, isLink } from './link.js';
import { Dict, set } from './python.js';

const UNSAFE =
  /[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]|(?<![\ud800-\udbff])[\udc00-\udfff]|[\ud800-\udbff](?![\udc00-\udfff])/g;

/** @type {Map<number, string>} */
let ids = new Map();

/** A card as the reader knows it. @typedef {ReturnType<typeof known>} Card */
/** @param {import('./cards.js').CardFacts} facts */
const known = (facts) => ({
  ...facts,
  facts,
  name: facts.base,
  full_name: facts.name,
  set_code: facts.set,
  bp: facts.bp.slice(0, 4),
  is_scene: facts.kinds.includes('Scene'),
});

/** @param {Cards} cards @returns {Dict} them as a catalog by number */
export function catalogOf(cards) {
  ids = cards.byId;
  return new Dict(cards.all.map((facts) => [facts.number, known(facts)]));
}

/** What a list is refused for as a whole. */
export class UcgsimError extends Error {}

/** A text that is no JSON: on which line. */
export class MalformedError extends UcgsimError {
  /** @param {string} _place @param {number} line @param {string} why */
  constructor(_place, line, why) {
    super(why);
    this.line = line;
  }
}

/** An object of JSON. */
export class JsonObject extends Dict {
  /** @param {{line: number}} where */
  constructor({ line }) {
    super();
    this.line = line;
    /** @type {[string, any, number][]} */
    this.pairs = [];
  }
}

/** A list of JSON. */
export class JsonList extends Array {
  /** @param {any} items @param {{line: number}} [where] */
  constructor(items, where) {
    super();
    this.line = (where ?? items).line;
    if (where) for (const each of items) this.push(each);
    /** @type {number[]} */
    this.lines = [];
  }

  static get [Symbol.species]() {
    return Array;
  }
}

/** @param {number} id @returns {string} the card number of an id in the official card list; blank for no card's */
export const number_of = (id) => ids.get(id) ?? '';

/** @param {Card} card @returns {string[]} what it and its characters are called in other languages */
export const card_spellings = (card) => card.facts.abroad;

/** @param {Dict} catalog @returns {Dict} sets of numbers by what cards are called in other languages */
export function bearers_of(catalog) {
  const bearers = new Dict();
  for (const { facts } of catalog.values())
    for (const name of facts.abroad) {
      const key = keyOf(name);
      if (!bearers.has(key)) bearers.put(key, set());
      bearers.get(key).add(facts.number);
    }
  return bearers;
}

/** @param {Card} card @param {string} language @returns {string} what tables call it there */
export function title_in({ facts }, language) {
  const { base, people } = facts.local[language];
  return `${facts.level === null ? (base ?? facts.base) : `${people.join('/')} ${facts.level}`} ${facts.subtitle}`;
}

/** @param {string} text @returns {string} it with an escape for whatever a terminal would obey */
export const visible = (text) =>
  text.replace(UNSAFE, (sign) => {
    const code = sign.charCodeAt(0);
    return code < 256 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16)}`;
  });

/** @param {string} link @returns {{name: string, counts: [string, number][]}[]} its decks */
export function from_link(link) {
  try {
    return fromLink(link).decks.map(({ name, counts }) => ({ name, counts: [...counts] }));
  } catch (error) {
    throw error instanceof LinkError ? new UcgsimError(error.message) : error;
  }
}

/** @param {string} text @returns {string} a sentence in the language that is spoken */
export const gettext = (text) => _(text);
export const is_link = isLink;
export const key_of = keyOf;
export const plain_text = plain;
