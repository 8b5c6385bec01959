/**
 * Decklists as people paste them, read by the code of ucgsim/decks that `reading.js` has in JavaScript.
 *
 * @typedef {import('./cards.js').Cards} Cards
 * @typedef {{line: number, text: string, message: string, candidates: string[]}} ListProblem `line` 0: all of the list
 * @typedef {{name: string, counts: Map<string, number>, problems: ListProblem[], notes: string[]}} ReadList
 * @typedef {{line: number | null, card: string, what: string, candidates: string[], __str__: () => string}} Problem
 */

import { _ } from './language.js';
import { UcgsimError, catalogOf, reading } from './known.js';
import { Dict } from './python.js';

const MOST_LETTERS = 500_000;
const MOST_PROBLEMS = 50;
const MOST_WORDS = 200;

/** @type {WeakMap<Cards, object>} the names of cards, as the reader has them */
const lexicons = new WeakMap();

/** Where in a list something is wrong, as its message begins. @param {number} line @returns {string} */
export const placed = (line) => (line ? _('line {line}: ', { line }) : '');

/** @param {Cards} cards */
function lexiconOf(cards) {
  let names = lexicons.get(cards);
  if (!names) lexicons.set(cards, (names = new (reading().Lexicon)(catalogOf(cards))));
  return names;
}

/** Those of no card. @param {string[]} numbers @param {Map<string, number>} lines @param {Cards} cards
 * @returns {Problem[]} */
function unknownOf(numbers, lines, cards) {
  return reading().unknown(numbers, new Dict(lines), lexiconOf(cards));
}

/** What a text in Shift-JIS holds, and what one in a European encoding that is taken for it does not. */
const JAPANESE = /[\u3000-\u30ff×枚]|[\uff66-\uff9f]{3}/;

/** The text of a file in UTF-8, in UTF-16 with its mark, or in Shift-JIS. @param {ArrayBuffer} bytes
 * @returns {string} */
export function decoded(bytes) {
  const mark = new Uint8Array(bytes).slice(0, 2).join();
  for (const name of { '255,254': ['utf-16le'], '254,255': ['utf-16be'] }[mark] ?? ['utf-8', 'shift_jis']) {
    try {
      const text = new TextDecoder(name, { fatal: true }).decode(bytes);
      if (name !== 'shift_jis' || JAPANESE.test(text)) return text;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  }
  return new TextDecoder().decode(bytes);
}

/** @param {string} message @returns {ListProblem} one of the whole list */
const whole = (message) => ({ line: 0, text: '', message, candidates: [] });

/** @param {Problem[]} given @param {boolean} some whether there are cards @returns {ListProblem[]} of noise a line */
function inOrder(given, some) {
  const sorted = [...given].sort((a, b) => (a.line ?? Infinity) - (b.line ?? Infinity) || 0);
  // A list whose names mean several cards each is shown in full, so that they can be chosen from.
  const isNoise = !some && !sorted.some(({ candidates }) => candidates.length);
  const problems = (isNoise ? reading().in_few_lines(sorted) : sorted).map((/** @type {Problem} */ each) => ({
    line: each.line ?? 0,
    text: each.card,
    message: each.__str__(),
    candidates: [...each.candidates],
  }));
  if (problems.length <= MOST_PROBLEMS) return problems;
  const said = _("{count} lines can't be read; the first, {first}", {
    count: problems.length,
    first: problems[0].message,
  });
  return [...problems.slice(0, MOST_PROBLEMS), whole(said)];
}

/**
 * Reads a list as it was pasted: lines, a table, JSON or a link of this page; what is unclear is a problem.
 * @param {string} pasted @param {Cards} cards @returns {ReadList}
 */
export function readList(pasted, cards) {
  const text = pasted.replace(/^\ufeff/, '').replace(/\x1a\s*$/, '');
  const refused = (/** @type {string} */ what) => ({ name: '', counts: new Map(), problems: [whole(what)], notes: [] });
  if (text.length > MOST_LETTERS)
    return refused(_('has {count} letters; a decklist has at most {most}', { count: text.length, most: MOST_LETTERS }));
  let list;
  try {
    list = reading().read_text(text, lexiconOf(cards));
  } catch (error) {
    if (error instanceof UcgsimError) return refused(error.message);
    throw error;
  }
  /** @type {Map<string, number>} */
  const counts = new Map();
  /** @type {Map<string, number>} */
  const lines = new Map();
  for (const { number, copies, line } of list.cards) {
    counts.set(number, (counts.get(number) ?? 0) + copies);
    lines.set(number, lines.get(number) ?? line);
  }
  const some = counts.size > 0;
  const unknown = unknownOf([...counts.keys()].sort(), lines, cards);
  for (const { card } of unknown) counts.delete(card);
  return {
    name: list.name.split(/\s+/).join(' ').trim().slice(0, MOST_WORDS),
    counts,
    problems: inOrder([...list.problems, ...list.unclear, ...unknown], some),
    notes: some ? [...list.notes] : [],
  };
}

/**
 * What is wrong with a deck by the rules of deck building, a line each, as ucgsim/decks/checking.py says it.
 * @param {Map<string, number>} counts @param {Cards} cards @returns {string[]}
 */
export function checkDeck(counts, cards) {
  const numbers = [...counts.keys()].sort();
  const wrong = unknownOf(numbers, new Map(), cards).map(({ card, what }) => `${card}: ${what}`);
  for (const number of numbers) {
    const [copies, limit] = [counts.get(number) ?? 0, cards.get(number)?.limit ?? Infinity];
    if (copies > limit)
      wrong.push(
        _('{card}: {copies} copies; at most {limit} of a number are allowed (CR 4.1.2)', {
          card: cards.label(number),
          copies,
          limit,
        }),
      );
  }
  const size = [...counts.values()].reduce((sum, copies) => sum + copies, 0);
  if (size !== cards.deck.size)
    wrong.push(
      _('has {size} cards; a deck has exactly {right} (CR {clause})', {
        size,
        right: cards.deck.size,
        clause: cards.deck.clause,
      }),
    );
  return wrong;
}
