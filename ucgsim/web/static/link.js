/**
 * Links that hold decks: short, the same whatever cards a later set adds, and never another deck where one was cut off.
 *
 * A deck is its name and, set by set, pairs of a card's digits and its copies. A checksum closes the link.
 *
 * @module link
 */

/** A link that holds no deck, said in one line. */
export class LinkError extends Error {}

const VERSION = 1;
const START = '#d=';
const MOST_DECKS = 64;
const WRONG = 'This link can\'t be read: it was cut off or changed. Ask for it once more, or paste the list.';

/** @typedef {{name: string, counts: Record<string, number>, weight?: number}} Deck */

/** FNV-1a, 32 bits. @param {number[]} bytes @returns {number} */
function checksum(bytes) {
  return bytes.reduce((hash, byte) => Math.imul(hash ^ byte, 16777619) >>> 0, 2166136261);
}

/** @param {number[]} out @param {number} value A whole number from 0. */
function putNumber(out, value) {
  for (let left = value; ; left = Math.floor(left / 128)) {
    out.push((left % 128) | (left >= 128 ? 128 : 0));
    if (left < 128) return;
  }
}

/** @param {number[]} out @param {string} text */
function putText(out, text) {
  const bytes = [...new TextEncoder().encode(text)];
  putNumber(out, bytes.length);
  out.push(...bytes);
}

/** @param {number[]} out @param {Deck} deck */
function putDeck(out, deck) {
  putText(out, deck.name.slice(0, 80));
  putNumber(out, Math.round(100 * Math.min(deck.weight ?? 1, 1e6)));
  /** @type {Map<string, [number, number][]>} */
  const sets = new Map();
  Object.entries(deck.counts).sort().forEach(([number, count]) => {
    const [, set, digits] = /** @type {RegExpExecArray} */ (/^(.*?)(\d+)$/.exec(number) ?? [number, number, '0']);
    const key = `${set}${digits.length}`;
    sets.set(key, [...(sets.get(key) ?? []), [Number(digits), count]]);
  });
  putNumber(out, sets.size);
  sets.forEach((pairs, key) => {
    putText(out, key);
    putNumber(out, pairs.length);
    let last = 0;
    pairs.forEach(([digits, count]) => {
      // Up to four copies and a step from the card before fit a byte.
      putNumber(out, (digits - last) * 8 + Math.min(count, 7));
      if (count >= 7) putNumber(out, count);
      last = digits;
    });
  });
}

/** Decks as the fragment of a link. @param {{decks: Deck[]}} held @returns {string} */
export function toLink({ decks }) {
  /** @type {number[]} */
  const out = [VERSION];
  putNumber(out, decks.length);
  decks.forEach((deck) => putDeck(out, deck));
  const hash = checksum(out);
  const bytes = [...out, hash & 255, (hash >>> 8) & 255, (hash >>> 16) & 255, hash >>> 24];
  const packed = btoa(String.fromCharCode(...bytes));
  return START + packed.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

/** The decks of a link. @param {string} fragment @returns {{decks: Deck[]}} @throws {LinkError} */
export function fromLink(fragment) {
  const text = /^#d=([A-Za-z0-9_-]+)$/.exec(fragment)?.[1];
  if (!text) throw new LinkError(WRONG);
  /** @type {number[]} */
  let bytes;
  try {
    bytes = [...atob(text.replace(/-/g, '+').replace(/_/g, '/'))].map((letter) => letter.charCodeAt(0));
  } catch {
    throw new LinkError(WRONG);
  }
  const body = bytes.slice(0, -4);
  const hash = checksum(body);
  if (bytes.length < 6 || [0, 8, 16, 24].some((shift, k) => bytes[body.length + k] !== ((hash >>> shift) & 255))) throw new LinkError(WRONG);
  if (body[0] !== VERSION) throw new LinkError('This link was made by a newer page: load the page again.');
  let at = 1;
  const number = () => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = body[at];
      if (byte === undefined || scale > 2 ** 42) throw new LinkError(WRONG);
      at += 1;
      value += (byte % 128) * scale;
      if (byte < 128) return value;
    }
  };
  const words = () => {
    const size = number();
    at += size;
    if (at > body.length) throw new LinkError(WRONG);
    return new TextDecoder().decode(Uint8Array.from(body.slice(at - size, at)));
  };
  const many = number();
  if (many < 1 || many > MOST_DECKS) throw new LinkError(WRONG);
  const decks = Array.from({ length: many }, () => {
    const name = words();
    const weight = number() / 100;
    /** @type {Record<string, number>} */
    const counts = {};
    for (let sets = number(); sets > 0; sets -= 1) {
      const key = words();
      let last = 0;
      for (let left = number(); left > 0; left -= 1) {
        const packed = number();
        last += Math.floor(packed / 8);
        counts[key.slice(0, -1) + String(last).padStart(Number(key.at(-1)), '0')] = packed % 8 === 7 ? number() : packed % 8;
      }
    }
    return { name, counts, weight };
  });
  return { decks };
}
