/**
 * Decklists as people paste them: lines with a number or a name and a count, JSON, Nebula's export.
 *
 * What is read here is read as `ucgsim/decks/reading.py` reads it; what only that reads is said.
 *
 * @module lists
 */

import { plain } from './cards.js';

const LONGEST = 500_000;
const MOST_COPIES = 60;
const DECK = 50;
const NUMBER = /(?<![A-Z0-9])(?:BP|SD|EXD|UD)\d{2}[-_ ]?\d{3}|(?<![A-Z0-9])PR-\d{3,4}|(?<![A-Z0-9])Y\d{2}-P\d{3}/gi;
const STRONG = [
  /(?<![\w.,/+-])[x×*]\s*(\d+)(?![\w./])/gi,
  /(?<![\w./+-])(\d+)\s*(?:[x×*](?!\w)|枚|張|张|장|copies\b|copy\b)/gi,
];
const KEYS = ['key', 'number', 'cardnumber', 'card_number', 'cardno', 'cardid', 'id', 'code', 'no'];
const COUNTS = ['count', 'quantity', 'qty', 'copies', 'amount', 'num', 'n'];
const ONLY_PYTHON = 'this form is read by `ucgsim deck convert FILE --to text` alone';

/**
 * @typedef {import('./cards.js').Cards} Cards
 * @typedef {{line: number, text: string, message: string, candidates: string[]}} Problem
 * @typedef {{name: string, counts: Map<string, number>, problems: Problem[]}} List
 */

/** Read a list. Nothing is guessed: a line that is not clear is a problem, and not counted.
 * @param {string} text @param {Cards} cards @returns {List} */
export function readList(text, cards) {
  /** @type {List} */
  const list = { name: '', counts: new Map(), problems: [] };
  if (text.length > LONGEST) {
    list.problems.push({ line: 1, text: '', message: `A list of more than ${LONGEST / 1e6} MB is none: paste the list alone.`, candidates: [] });
    return list;
  }
  const trimmed = text.trim();
  if (/^[[{]/.test(trimmed)) return readJson(trimmed, cards, list);
  text.split(/\r\n|\r|\n/).forEach((line, place) => readLine(line, place + 1, cards, list));
  return list;
}

/** @param {List} list @param {string} number @param {number} count */
function put(list, number, count) {
  list.counts.set(number, (list.counts.get(number) ?? 0) + count);
}

/** @param {string} text @param {Cards} cards @param {List} list @returns {List} */
function readJson(text, cards, list) {
  /** @param {string} message */
  const wrong = (message) => {
    list.problems.push({ line: 1, text: text.slice(0, 60), message, candidates: [] });
    return list;
  };
  let data;
  try {
    data = JSON.parse(text);
  } catch {
    return wrong('This begins like JSON and can\'t be read as such: was it cut off?');
  }
  list.name = String(data.name ?? '').slice(0, 80);
  const entries = Array.isArray(data) ? data : data.cards ?? data.main ?? data.deck ?? data;
  const pairs = Array.isArray(entries) ? entries.map(pairOf) : Object.entries(entries).filter(([, count]) => typeof count === 'number');
  if (!pairs.length) return wrong(`No card is in it; ${ONLY_PYTHON}.`);
  pairs.forEach((pair) => {
    const number = pair && asPrinted(String(pair[0]), cards);
    const count = Number(pair?.[1]);
    if (!number) list.problems.push({ line: 1, text: String(pair?.[0] ?? ''), message: `${pair ? `${pair[0]}: no such card here` : 'an entry names no card'}.`, candidates: [] });
    else if (!Number.isInteger(count) || count < 1 || count > MOST_COPIES) {
      list.problems.push({ line: 1, text: number, message: `${number}: ${pair?.[1]} is no count from 1 to ${MOST_COPIES}.`, candidates: [] });
    } else put(list, number, count);
  });
  return list;
}

/** @param {any} entry @returns {[string, any] | null} */
function pairOf(entry) {
  if (typeof entry === 'string') return [entry, 1];
  if (typeof entry !== 'object' || entry === null) return null;
  /** @param {string[]} names */
  const field = (names) => Object.keys(entry).find((key) => names.includes(key.toLowerCase().replace(/[-_ ]/g, '')) && typeof entry[key] !== 'object');
  const [key, count] = [field(KEYS), field(COUNTS)];
  if (key) return [String(entry[key]), count ? entry[count] : 1];
  return entry.card ? pairOf({ ...entry.card, ...(count ? { count: entry[count] } : {}) }) : null;
}

/** A card number as it is printed, without what marks a print; null for none that is known.
 * @param {string} text @param {Cards} cards @returns {string | null} */
function asPrinted(text, cards) {
  const upper = plain(text).toUpperCase();
  const numbers = upper.match(NUMBER) ?? (cards.get(upper) ? [upper] : []);
  const last = numbers.at(-1)?.replace(/^([A-Z]+\d{2})[-_ ]?(\d{3})$/, '$1-$2');
  return last && cards.get(last) ? last : null;
}

/** @param {string} line @param {number} place @param {Cards} cards @param {List} list */
function readLine(line, place, cards, list) {
  const name = /^\s*#\s*name:\s*(.+)$/i.exec(line);
  if (name) list.name = name[1].trim().slice(0, 80);
  const bare = plain(line.replace(/^\s*(?:[-•·*]|\d{1,3}[.)])\s+(?=\S)/, '').replace(/\s#.*$|^\s*(?:#|\/\/).*$/, ''));
  if (!bare) return;
  /** @param {string} message @param {string[]} [candidates] */
  const wrong = (message, candidates = []) => list.problems.push({ line: place, text: line.slice(0, 120), message, candidates });
  const numbers = [...bare.toUpperCase().matchAll(NUMBER)];
  if (!numbers.length) {
    readName(bare, cards, list, wrong);
    return;
  }
  // A print's own number stands before the card's: `(PR-010) BP01-012` is BP01-012.
  const match = /** @type {RegExpMatchArray} */ (numbers.at(-1));
  const number = asPrinted(match[0], cards);
  if (numbers.length > 1 && !/\)\s*$|^\s*\(/.test(bare.slice(0, match.index))) {
    wrong(`names ${numbers.length} cards; write a line for each`);
  } else if (!number) {
    wrong(`${match[0]}: no such card here`);
  } else {
    const [before, behind] = [bare.slice(0, match.index).replace(/\((?!\s*[1-9]\d*\s*\))[^)]*\)/g, ' '), bare.slice((match.index ?? 0) + match[0].length)];
    const count = countIn(before, behind, cards.get(number)?.name ?? '');
    if (count === null) wrong(`has no clear count; a line is like '4 ${number}'`);
    else if (count < 1 || count > MOST_COPIES) wrong(`${count} is no count from 1 to ${MOST_COPIES}`);
    else put(list, number, count);
  }
}

/** The count of a line: what says so, else a number before the card, else one right behind it or at the end; null where
 * that is not clear.
 * @param {string} before @param {string} behind @param {string} name @returns {number | null} */
function countIn(before, behind, name) {
  const rest = `${before} ~ ${behind.replace(plain(name), ' ')}`;
  const strong = new Set(STRONG.flatMap((pattern) => [...rest.matchAll(pattern)].map((match) => Number(match[1]))));
  if (strong.size > 1) return null;
  if (strong.size === 1) return [...strong][0];
  const front = /^[([\s]*(\d+)(?=[\s,;:|)\]]|$)/.exec(before);
  if (front) return Number(front[1]);
  const next = /^\s*[,;:=|\t-]?\s*[([]?(\d+)[)\]]?(?=[\s,;|]|$)/.exec(behind);
  if (next) return Number(next[1]);
  const left = rest.replace(/~/g, ' ').match(/(?<![\w/+.-])\d+(?![\w/-])/g) ?? [];
  return left.length ? null : 1;
}

/** @param {string} bare @param {Cards} cards @param {List} list @param {(message: string, candidates?: string[]) => void} wrong */
function readName(bare, cards, list, wrong) {
  const match = /^(\d+)\s*[x×*枚]?\s+(.+)$/.exec(bare) ?? /^(.+?)\s+[x×*]\s*(\d+)$/.exec(bare);
  if (!match) return; // a heading, or words
  const [count, name] = /^\d+$/.test(match[1]) ? [Number(match[1]), match[2]] : [Number(match[2]), match[1]];
  const named = cards.all.filter((card) => plain(card.name) === name);
  const near = named.length ? named : cards.search(name, 12);
  if (named.length === 1 && count >= 1 && count <= MOST_COPIES) put(list, named[0].number, count);
  else if (near.length) wrong(`${near.length > 11 ? 'many' : near.length} cards may be meant by '${name}'; take one`, near.map((card) => card.number));
  else wrong(`no card is called '${name}'; a line is like '4 BP01-012'`);
}

/** What is wrong with a deck by the rules of deck building (CR 4.1), a line each.
 * @param {Map<string, number>} counts @param {Cards} cards @returns {string[]} */
export function checkDeck(counts, cards) {
  const size = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const wrong = size === DECK ? [] : [`${size} cards: a deck has ${DECK}, so ${size < DECK ? `${DECK - size} are missing` : `${size - DECK} are too many`}.`];
  counts.forEach((count, number) => {
    const limit = cards.get(number)?.limit ?? null;
    if (limit !== null && count > limit) wrong.push(`${count} copies of ${number}: a deck holds up to ${limit}.`);
  });
  return wrong;
}
