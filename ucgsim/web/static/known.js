/**
 * The reader of lists and links, and what it asks the page for: the cards, what they are called, sentences, bytes.
 *
 * @typedef {import('./cards.js').Cards} Cards
 */

import { reckon } from './arithmetic.js';
import { keyOf, plain, shownAs } from './cards.js';
import { _ } from './language.js';
import { Dict, set } from './python.js';

const UNSAFE = new RegExp(
  [
    /[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/,
    /(?<![\ud800-\udbff])[\udc00-\udfff]|[\ud800-\udbff](?![\udc00-\udfff])/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

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

/** @type {any} */
let code = null;

/** Read lists and links by this code. @param {any} given what `reading.js` exports */
export function readBy(given) {
  code = given;
}

/** @returns {any} the code that reads lists and links */
export const reading = () => code;

/** What a list or a link is refused for as a whole, in one line. */
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

/** @param {Card} card @param {string} language
 * @returns {string[]} what tables call it there, by each name of its form */
export function titles_in({ facts }, language) {
  const { base, people, form } = facts.local[language];
  const head = facts.level === null ? (base ?? facts.base) : `${people.join('/')} ${facts.level}`;
  return [form, facts.subtitle].map((each) => `${head} ${each}`);
}

/** @param {string} text @returns {string} it with an escape for whatever a terminal would obey */
export const visible = (text) =>
  text.replace(UNSAFE, (sign) => {
    const code = sign.charCodeAt(0);
    return code < 256 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16)}`;
  });

/** @param {number[] | Uint8Array} bytes @returns {number} CRC-32 as of ZIP files */
function crc32(bytes) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/** @param {number[]} data @returns {string} bytes with their checksum as text */
export function packed(data) {
  const crc = crc32(data);
  const whole = [...data, crc >>> 24, (crc >>> 16) & 255, (crc >>> 8) & 255, crc & 255];
  const coded = btoa(whole.map((byte) => String.fromCharCode(byte)).join(''));
  return coded.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

/** @param {string} coded @returns {number[]} the bytes of a text without their checksum; none where it is not theirs */
export function unpacked(coded) {
  if (coded.length % 4 === 1) return [];
  const data = [...atob(coded.replace(/-/g, '+').replace(/_/g, '/'))].map((sign) => sign.charCodeAt(0));
  const held = data.slice(0, -4);
  const [a, b, c, d] = data.slice(-4);
  return held.length && crc32(held) === ((a << 24) | (b << 16) | (c << 8) | d) >>> 0 ? held : [];
}

/** @param {string} text @returns {number[]} its bytes */
export const utf8 = (text) => [...new TextEncoder().encode(text)];

/** @param {number[]} data @returns {string | null} the text of bytes */
export function in_utf8(data) {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(new Uint8Array(data));
  } catch {
    return null;
  }
}

/** @param {string} text @returns {string} a sentence in the language that is spoken */
export const gettext = (text) => _(text);
export const key_of = keyOf;
export const shown_as = shownAs;
export const plain_text = plain;

/** Effects of all columns and their variances: `effects_in` of `ucgsim/stats/ridge.py`.
 * @param {number[][][]} grams @param {number[]} kinds @returns {number[][]} */
export function effects_in(grams, kinds) {
  const p = kinds.length;
  const [filled] = reckon(
    'ucg_fit_effects',
    grams.flat(),
    kinds,
    { room: [2 * p, p] },
    { room: [3] },
    { shape: [p, 2] },
  );
  const of = (/** @type {number} */ k) => kinds.map((_each, i) => (i && i < p - 1 ? filled[2 * i + k] : 0));
  return [of(0), of(1)];
}
