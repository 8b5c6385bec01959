/** Lists of cards under a name, and what comes from outside made into one. */

import { _ } from './language.js';

/** Cards of a finished deck, and from how many on, up to how many, one is played. */
export const DECK = 50;
export const LEAST = 12;
export const MOST = 60;
const LONGEST_NAME = 80;
/** Characters that no name holds: they turn the direction of writing, end a line, or are none. */
const UNSAFE = /[\p{Bidi_C}\p{Zl}\p{Zp}\p{Cc}\p{Cs}\ufeff\ufffe\uffff]/gu;

/**
 * @typedef {import('./engine.js').Counts} Counts
 * @typedef {{name: string, counts: Counts}} Deck
 * @typedef {Deck & {weight: number}} Rival
 * @typedef {import('./cards.js').Cards} Cards
 */

/** @param {Counts} counts @returns {number} */
export const sizeOf = (counts) => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** What one list has more and less of than another, by card. @param {Counts} from @param {Counts} to
 * @returns {[string, number][]} The most first. */
export function differences(from, to) {
  const numbers = [...new Set([...Object.keys(from), ...Object.keys(to)])];
  return numbers
    .map((number) => /** @type {[string, number]} */ ([number, (to[number] ?? 0) - (from[number] ?? 0)]))
    .filter(([, by]) => by)
    .sort((x, y) => y[1] - x[1] || (x[0] < y[0] ? -1 : 1));
}

/** @param {Counts} a @param {Counts} b @returns {boolean} */
export const same = (a, b) => !differences(a, b).length;

/** Share of a deck that another one exchanges. @param {Counts} a @param {Counts} b @returns {number} */
export const differing = (a, b) =>
  differences(b, a).reduce((sum, [, by]) => sum + Math.max(by, 0), 0) / Math.max(sizeOf(a), 1);

/** A name as it is saved: one line, no half letters. @param {unknown} text @param {number} [most] @returns {string} */
export const named = (text, most = LONGEST_NAME) => [...String(text).replace(UNSAFE, '')].slice(0, most).join('');

/** A deck out of what came from outside; null for anything else.
 * @param {unknown} data @param {Cards} cards @returns {Deck | null} */
export function cleaned(data, cards) {
  const { name, counts } = /** @type {{name?: unknown, counts?: unknown}} */ (data ?? {});
  if (typeof counts !== 'object' || counts === null) return null;
  const known = Object.entries(counts).filter(
    ([number, count]) => cards.get(number) && Number.isInteger(count) && count > 0,
  );
  return {
    name: named(name ?? _('Deck')),
    counts: Object.fromEntries(known.map(([number, count]) => [number, Math.min(count, MOST)])),
  };
}

/** The list as text, for a chat. @param {Deck} deck @param {(number: string) => string} called @returns {string} */
export function textOf({ name, counts }, called) {
  const lines = Object.entries(counts).sort();
  return [`# ${name}`, ...lines.map(([number, count]) => `${count} ${number} ${called(number)}`), ''].join('\n');
}
