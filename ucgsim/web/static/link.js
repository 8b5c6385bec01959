/**
 * Links that hold decks: `#d=` and base64url of bytes that end in a checksum.
 *
 * A card is named by its product (`BP01-`) and its digits, never by its place among all cards, so that a link outlives
 * releases. Version 1: the version, how many decks there are, each deck, what else there is as JSON or nothing, CRC-32.
 *
 * @typedef {{name: string, counts: Map<string, number> | Record<string, number>}} LinkedDeck
 * @typedef {{name: string, counts: Map<string, number>}} OpenedDeck
 */

import { _ } from './language.js';

const VERSION = 1;
const MOST = 1000;
/** Products by their place, which must not change: `##` are two digits of their own. */
const FAMILIES = ['BP##-', 'SD##-', 'EXD##-', 'UD##-', 'PR-', 'Y##-P'];
const OTHER = 7;
const LABEL = /^\s*\[[^\]\n]{0,200}\]\(/;
const CODED = /(?:#|%23)d(?:=|%3D)([\w-]*)/i;
const NUMBER = /^([A-Z]{1,4}(?:\d{2})?-[A-Z]?)(\d{3}|\d{4})$/;
const noLink = () => _('this is no link to a deck; one holds #d= and what follows');
const damaged = () => _('the link was cut off or changed on its way; copy the whole link again, from #d= to its end');

/** A link that can't be made or read; its message is one line. */
export class LinkError extends Error {}

/** @param {number[] | Uint8Array} bytes @returns {number} CRC-32 as of ZIP files */
function crc32(bytes) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/** @param {number[]} bytes @param {number} value a whole number, seven bits to a byte */
function pushNumber(bytes, value) {
  let left = value;
  for (; left > 127; left = Math.floor(left / 128)) bytes.push(128 + (left % 128));
  bytes.push(left);
}

/** @param {number[]} bytes @param {string} text its length and its UTF-8 */
function pushText(bytes, text) {
  const letters = new TextEncoder().encode(text);
  pushNumber(bytes, letters.length);
  for (const letter of letters) bytes.push(letter);
}

/** @param {number[]} bytes @param {LinkedDeck} deck */
function pushDeck(bytes, deck) {
  /** @type {Map<string, [number, number][]>} */
  const products = new Map();
  const pairs = deck.counts instanceof Map ? [...deck.counts] : Object.entries(deck.counts);
  for (const [number, copies] of pairs.sort(([a], [b]) => (a < b ? -1 : 1))) {
    const match = NUMBER.exec(number);
    if (!match)
      throw new LinkError(
        _('{deck}: {number} is no card number; one looks like BP01-012', { deck: deck.name, number }),
      );
    if (!Number.isInteger(copies) || copies < 1 || copies >= MOST) {
      throw new LinkError(
        _('{deck}: {number} has the count {count}; it is a whole number from 1 to {most}', {
          deck: deck.name,
          number,
          count: copies,
          most: MOST - 1,
        }),
      );
    }
    const place = match[2].length === 3 ? Number(match[2]) : 1000 + Number(match[2]);
    const held = products.get(match[1]);
    if (held) held.push([place, copies]);
    else products.set(match[1], [[place, copies]]);
  }
  pushText(bytes, deck.name);
  pushNumber(bytes, products.size);
  for (const [code, cards] of products) {
    const family = FAMILIES.indexOf(code.replace(/\d{2}/, '##'));
    pushNumber(bytes, family < 0 ? OTHER : family + 8 * Number(/\d{2}/.exec(code)?.[0] ?? 0));
    if (family < 0) pushText(bytes, code);
    pushNumber(bytes, cards.length);
    let next = 0;
    for (const [place, copies] of cards.sort((a, b) => a[0] - b[0])) {
      // Five values of a card's copies, up to four and more, leave 25 places to a byte.
      pushNumber(bytes, (place - next) * 5 + Math.min(copies - 1, 4));
      if (copies > 4) pushNumber(bytes, copies);
      next = place + 1;
    }
  }
}

/** Bytes that are read one after the other. */
class Reader {
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  /** @returns {number} */
  number() {
    let value = 0;
    for (let scale = 1; scale < 2 ** 35; scale *= 128) {
      if (this.at >= this.bytes.length) throw new LinkError(damaged());
      const byte = this.bytes[this.at];
      this.at += 1;
      value += (byte % 128) * scale;
      if (byte < 128) return value;
    }
    throw new LinkError(damaged());
  }

  /** @returns {string} */
  text() {
    const end = this.number() + this.at;
    if (end > this.bytes.length) throw new LinkError(damaged());
    const letters = this.bytes.slice(this.at, end);
    this.at = end;
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(letters);
  }

  /** @returns {string} what all numbers of a product begin with */
  product() {
    const value = this.number();
    if (value === OTHER) return this.text();
    const family = FAMILIES[value % 8];
    if (!family || value >= 800) throw new LinkError(damaged());
    return family.replace('##', String(Math.floor(value / 8)).padStart(2, '0'));
  }

  /** @returns {OpenedDeck} */
  deck() {
    const name = this.text();
    const counts = new Map();
    for (let products = this.number(); products > 0; products -= 1) {
      const code = this.product();
      let next = 0;
      for (let cards = this.number(); cards > 0; cards -= 1) {
        const value = this.number();
        const place = next + Math.floor(value / 5);
        const copies = value % 5 < 4 ? (value % 5) + 1 : this.number();
        const number = code + (place < 1000 ? String(place).padStart(3, '0') : String(place - 1000).padStart(4, '0'));
        if (!NUMBER.test(number) || counts.has(number) || copies < 1 || copies >= MOST) throw new LinkError(damaged());
        counts.set(number, copies);
        next = place + 1;
      }
    }
    return { name, counts };
  }
}

/**
 * A link to decks, and to whatever else JSON can hold; a deck's cards come back sorted by number.
 * @param {{decks: LinkedDeck[], [more: string]: unknown}} held @returns {string} from `#d=` on
 */
export function toLink({ decks, ...more }) {
  const bytes = [VERSION];
  pushNumber(bytes, decks.length);
  for (const deck of decks) pushDeck(bytes, deck);
  pushText(bytes, Object.keys(more).length ? JSON.stringify(more) : '');
  const crc = crc32(bytes);
  bytes.push(crc >>> 24, (crc >>> 16) & 255, (crc >>> 8) & 255, crc & 255);
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return `#d=${btoa(binary).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')}`;
}

/** @param {string} text @returns {boolean} whether it is a link to decks, with what chats and Markdown put around it */
export function isLink(text) {
  const link = text.replace(LABEL, '').trim();
  return !/\s/.test(link) && CODED.test(link);
}

/**
 * What a link holds; a whole address is read from its `#d=` on, and its checksum says whether the signs behind it, as
 * those of a chat, belonged to it. Throws LinkError for what is none.
 * @param {string} link @returns {{decks: OpenedDeck[], [more: string]: unknown}}
 */
export function fromLink(link) {
  const match = CODED.exec(link);
  if (!match) throw new LinkError(noLink());
  const coded = match[1].replace(/-/g, '+').replace(/_/g, '/');
  if (coded.length % 4 === 1) throw new LinkError(damaged());
  const bytes = Uint8Array.from(atob(coded), (letter) => letter.charCodeAt(0));
  const end = bytes.length - 4;
  const whole = end > 0 && crc32(bytes.subarray(0, end)) === new DataView(bytes.buffer).getUint32(end);
  if (!whole) throw new LinkError(damaged());
  if (bytes[0] !== VERSION) {
    throw new LinkError(
      _('the link is of version {version}, and version {right} is read; it takes a newer ucgsim', {
        version: bytes[0],
        right: VERSION,
      }),
    );
  }
  const reader = new Reader(bytes.subarray(1, end));
  try {
    const decks = [];
    for (let left = reader.number(); left > 0; left -= 1) decks.push(reader.deck());
    const more = reader.text();
    if (reader.at !== reader.bytes.length) throw new LinkError(damaged());
    return { ...(more ? JSON.parse(more) : {}), decks };
  } catch (error) {
    throw error instanceof LinkError ? error : new LinkError(damaged());
  }
}
