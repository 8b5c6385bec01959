/**
 * The language of questions about a hand, as `ucgsim odds --help` has it: words, filters, and the condition they make.
 *
 * `parse(text, vocabulary)` reads a condition into a tree of counts and chains that are joined by and, or and not.
 *
 * @module condition
 */

import { _, listed } from './language.js';

/**
 * The printed facts that questions look at, as in Python's `Card`; one entry of a deck is one copy.
 *
 * @typedef {object} Card
 * @property {string} number Card number, such as `BP01-001`.
 * @property {string} name Card name; `"part of a name"` looks into it and the subtitle.
 * @property {string} [subtitle]
 * @property {readonly string[]} characters Character names; several where it may be treated as one of several.
 * @property {number | null} level Null for a scene.
 * @property {string | null} type Null where none is printed.
 * @property {readonly string[]} kinds `Ultra Hero`, `Kaiju`, `Ultra Mech`, `Scene`.
 * @property {number | null} round Of a scene, else null.
 * @property {readonly (number | null)[]} bp SINGLE first; null where nothing is printed.
 * @property {readonly string[]} [teams] Team names, which chains look at (CR 11.18.1).
 */

/** A question or a deck that can't be answered; its message is one line. */
export class OddsError extends Error {
  name = 'OddsError';
}

const MAX_LENGTH = 2_000;
const LONGEST_NAME = 5;
const LONGEST_CHAIN = 7;
const GAME_TYPES = ['BASIC', 'POWER', 'SPEED', 'ARMED', 'HAZARD', 'DEVASTATION', 'INVASION', 'METEO'];
const generalWords = () =>
  _(
    'level N, level N+, round N, type T, hero, kaiju, mech, scene, character, settable, chain, chain 1-2, ' +
      '"part of a name"',
  );

/**
 * @typedef {(card: Card) => boolean} Test
 * @typedef {{text: string, column: number, quoted: boolean}} Word
 * @typedef {{tests: Test[][], text: string}} Filter Cards that pass at least one test of every bracket.
 * @typedef {{is: 'count', filter: Filter, low: number, high: number}} Count
 * @typedef {{is: 'chain', length: number, first: number | null}} Chain
 * @typedef {{is: 'all' | 'any' | 'not', parts: Node[]}} Joined
 * @typedef {Count | Chain | Joined} Node
 */

/** @type {Test} */
export const isScene = (card) => card.kinds.includes('Scene');
/** @type {(kind: string) => Test} */
const ofKind = (kind) => (card) => card.kinds.includes(kind);
/** @type {(type: string) => Test} */
const ofType = (type) => (card) => card.type?.toUpperCase() === type;
/** @type {(number: string) => Test} */
const ofNumber = (number) => (card) => card.number.toUpperCase() === number;
/** @type {(name: string) => Test} */
const ofCharacter = (name) => (card) => card.characters.some((each) => each.toUpperCase() === name);
/** @type {(part: string) => Test} */
const ofName = (part) => (card) => `${card.name} ${card.subtitle ?? ''}`.trim().toUpperCase().includes(part);

/** @type {[string, Test][]} */
const KIND_WORDS = [
  ['HERO', ofKind('Ultra Hero')],
  ['ULTRA HERO', ofKind('Ultra Hero')],
  ['KAIJU', ofKind('Kaiju')],
  ['MECH', ofKind('Ultra Mech')],
  ['ULTRA MECH', ofKind('Ultra Mech')],
  ['SCENE', isScene],
  ['CHARACTER', (card) => !isScene(card)],
  ['SETTABLE', (card) => !isScene(card) && (card.bp[0] ?? null) !== null],
];

/** @type {(cards: readonly Card[]) => string[]} */
const charactersOf = (cards) => cards.flatMap((card) => card.characters.map((name) => name.toUpperCase()));
/** @type {(cards: readonly Card[]) => string[]} */
const typesOf = (cards) => cards.flatMap((card) => card.type?.toUpperCase() || []);

/**
 * Every TYPE, card number and character name; a character beats a TYPE of the same name.
 *
 * @param {readonly Card[]} cards
 */
const namesOf = (cards) =>
  new Map([
    ...[...GAME_TYPES, ...typesOf(cards)].map((type) => /** @type {const} */ ([type, ofType(type)])),
    ...cards.map(({ number }) => /** @type {const} */ ([number.toUpperCase(), ofNumber(number.toUpperCase())])),
    ...charactersOf(cards).map((name) => /** @type {const} */ ([name, ofCharacter(name)])),
  ]);

/** Names that mean something, in upper case, each with its test; `inDeck` are shown in errors. */
export class Vocabulary {
  /** @param {readonly Card[]} deck @param {readonly Card[]} known */
  constructor(deck, known) {
    this.tests = new Map([...namesOf(known), ...namesOf(deck), ...KIND_WORDS]);
    this.types = new Set([...GAME_TYPES, ...typesOf(known), ...typesOf(deck)]);
    this.inDeck = [...new Set([...charactersOf(deck).sort(), ...typesOf(deck).sort()])];
  }

  /** @type {(word: Word, wrong: string) => OddsError} */
  refusal(word, wrong) {
    const near = nearest(word.text.toUpperCase(), [...this.tests.keys()]);
    const hint = near.length ? _('did you mean {names}? ', { names: near.join(_(' or ')) }) : '';
    const valid = listed([
      generalWords(),
      _('a card number'),
      ...this.inDeck.slice(0, 12),
      ...(this.inDeck.length > 12 ? ['…'] : []),
    ]);
    return wrongAt(word.column, _('{problem}; {hint}valid here: {valid}', { problem: wrong, hint, valid }));
  }
}

/** @type {(column: number, wrong: string) => OddsError} */
const wrongAt = (column, wrong) =>
  new OddsError(_('condition, column {column}: {problem}', { column, problem: wrong }));

/** Up to three names that take the fewest changes of a letter. @type {(text: string, names: string[]) => string[]} */
function nearest(text, names) {
  const most = Math.floor(text.length / 3);
  return names
    .filter((name) => Math.abs(name.length - text.length) <= most)
    .map((name) => ({ name, changes: changesBetween(text, name) }))
    .filter(({ changes }) => changes <= most)
    .sort((left, right) => left.changes - right.changes)
    .slice(0, 3)
    .map(({ name }) => name);
}

/** @type {(left: string, right: string) => number} */
function changesBetween(left, right) {
  let row = Array.from({ length: right.length + 1 }, (_, place) => place);
  for (const letter of left) {
    const next = [row[0] + 1];
    for (let j = 1; j < row.length; j++) {
      next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (letter === right[j - 1] ? 0 : 1)));
    }
    row = next;
  }
  return row[right.length];
}

/** Words side by side must all hold, `|` joins two. @type {(words: Word[], vocabulary: Vocabulary) => Filter} */
function readFilter(words, vocabulary) {
  /** @type {Test[][]} */
  const tests = [];
  let alternative = false;
  for (let at = 0; at < words.length;) {
    if (words[at].text === '|' && !words[at].quoted) {
      if (alternative || !tests.length || at + 1 === words.length) {
        throw vocabulary.refusal(words[at], _('| goes between two alternatives'));
      }
      alternative = true;
      at += 1;
      continue;
    }
    const [test, taken] = readTest(words.slice(at), vocabulary);
    if (alternative) tests[tests.length - 1].push(test);
    else tests.push([test]);
    alternative = false;
    at += taken;
  }
  const text = words
    .map((word) => (word.quoted ? `"${word.text}"` : word.text))
    .join(' ')
    .replaceAll(' | ', '|');
  return { tests, text };
}

/** The first test, and how many words it takes. @type {(words: Word[], vocabulary: Vocabulary) => [Test, number]} */
function readTest(words, vocabulary) {
  const [word, following] = /** @type {[Word, Word | undefined]} */ (/** @type {unknown} */ (words));
  const keyword = word.quoted ? '' : word.text.toUpperCase();
  if (word.quoted) return [namePart(word), 1];
  if (keyword === 'NAME' && following) return [namePart(following), 2];
  if (keyword === 'LEVEL') return [ranged((card) => card.level, word, following), 2];
  if (keyword === 'ROUND') return [ranged((card) => card.round, word, following), 2];
  if (keyword === 'TYPE' && following) return [typed(following, vocabulary), 2];
  for (let length = Math.min(words.length, LONGEST_NAME); length > 0; length--) {
    const run = words.slice(0, length);
    const test = vocabulary.tests.get(
      run
        .map((each) => each.text)
        .join(' ')
        .toUpperCase(),
    );
    if (test && !run.some((each) => each.quoted)) return [test, length];
  }
  throw vocabulary.refusal(word, _("'{word}' means nothing here", { word: word.text.slice(0, 60) }));
}

/** @type {(word: Word) => Test} */
function namePart(word) {
  const part = word.text.trim().toUpperCase();
  if (!part) throw wrongAt(word.column, _('the quotes are empty; part of a card name belongs there'));
  return ofName(part);
}

/** @type {(value: (card: Card) => number | null, word: Word, following?: Word) => Test} */
function ranged(value, word, following) {
  const match = /^(\d{1,2})(?:(\+)|(?:-|\.\.)(\d{1,2}))?$/.exec(following?.text ?? '');
  if (!match) {
    const name = word.text.toLowerCase();
    throw wrongAt(
      (following ?? word).column,
      _('{name} needs a number; valid here: {name} 1, {name} 2+, {name} 1-2', { name }),
    );
  }
  const low = Number(match[1]);
  const high = match[2] ? Infinity : Number(match[3] ?? low);
  if (high < low)
    throw wrongAt(word.column, _('{range} is empty; the smaller number comes first', { range: match[0] }));
  return (card) => low <= (value(card) ?? NaN) && (value(card) ?? NaN) <= high;
}

/**
 * After the word "type" the TYPE is meant, not a character of that name.
 *
 * @type {(word: Word, vocabulary: Vocabulary) => Test}
 */
function typed(word, { types }) {
  if (types.has(word.text.toUpperCase())) return ofType(word.text.toUpperCase());
  throw wrongAt(
    word.column,
    _("no TYPE '{word}'; valid here: {valid}", { word: word.text.slice(0, 60), valid: listed([...types].sort()) }),
  );
}

/* The grammar, as in condition.py: `anything` is joined by or, `everything` by and. */

const CHAIN = /chain(\s+of\s+\d+|\s+\d-\d)?(?=[\s()|<>=!]|$)/iy;
const AND = /and(?=[\s()"']|$)/iy;
const OR = /or(?=[\s()"']|$)/iy;
const NOT = /not(?=[\s()"']|$)/iy;
const BETWEEN = /between(?=\s|$)/iy;
const COMPARISON = />=|<=|==|!=|≥|≤|≠|=|>|</y;
const COUNT = /\d+(?=[\s()]|$)/y;
const OPEN = /\(/y;
const CLOSE = /\)/y;
const WORD = /\||"[^"]*"|'[^']*'|[^\s()|<>=!≥≤≠"']+/y;

const COMPARISONS = '>=, <=, ==, !=, >, <, between';
const aFilter = () => _('a filter (such as level 1 TIGA)');

/** @type {(text: string) => string} */
const asAsked = (text) =>
  text
    .replace(/\s/g, ' ')
    .replace(/\blv\.?\s*(?=\d)/gi, 'level ')
    .replace(/\s[+]\s/g, ' and ')
    .replace(/(?<![\w-])(\d+)\s*x?\s+([a-z]+\d*-[a-z]?\d+)\b/gi, '$2 >= $1');

class Reader {
  /** @param {string} text @param {Vocabulary} vocabulary */
  constructor(text, vocabulary) {
    this.text = text.trimEnd();
    this.vocabulary = vocabulary;
    this.at = 0;
    /** What may follow the last word next to `and`, `or` and the end. @type {string[]} */
    this.alsoValid = [];
    /** What means nothing is an error only once all of the text could be read. @type {unknown} */
    this.meaningless = null;
  }

  /** Whether this comes next. @param {RegExp} pattern */
  comes(pattern) {
    while (/\s/.test(this.text.charAt(this.at))) this.at += 1;
    pattern.lastIndex = this.at;
    return pattern.exec(this.text);
  }

  /** What comes next if it is this. @type {(pattern: RegExp) => {text: string, column: number} | null} */
  take(pattern) {
    const match = this.comes(pattern);
    if (!match) return null;
    this.at += match[0].length;
    return { text: match[0], column: match.index + 1 };
  }

  /** @type {(pattern: RegExp, valid: string) => {text: string, column: number}} */
  expect(pattern, valid) {
    const taken = this.take(pattern);
    if (taken) return taken;
    const wrong =
      this.at < this.text.length
        ? _("can't read '{word}'", { word: this.text.slice(this.at).split(/\s/)[0] })
        : _('the condition ends');
    throw wrongAt(this.at + 1, _('{problem}; valid here: {valid}', { problem: wrong, valid }));
  }

  /** What words mean. @type {<Meaning>(read: () => Meaning, otherwise: Meaning) => Meaning} */
  meaning(read, otherwise) {
    try {
      return read();
    } catch (error) {
      this.meaningless ??= error;
      return otherwise;
    }
  }

  whole() {
    const node = this.anything();
    this.expect(/$/y, listed([...this.alsoValid, 'and', 'or', _('the end')]));
    if (this.meaningless) throw this.meaningless;
    return node;
  }

  /** @returns {Node} */
  anything() {
    const parts = [this.everything()];
    while (this.take(OR)) parts.push(this.everything());
    return parts.length > 1 ? { is: 'any', parts } : parts[0];
  }

  /** @returns {Node} */
  everything() {
    const parts = [this.opposite()];
    while (this.take(AND)) parts.push(this.opposite());
    return parts.length > 1 ? { is: 'all', parts } : parts[0];
  }

  /** @returns {Node} */
  opposite() {
    this.alsoValid = [];
    if (this.take(NOT)) return { is: 'not', parts: [this.opposite()] };
    if (this.take(OPEN)) {
      const inner = this.anything();
      this.expect(CLOSE, listed([...this.alsoValid, 'and', 'or', ')']));
      this.alsoValid = [];
      return inner;
    }
    const chain = this.take(CHAIN);
    return chain ? this.meaning(() => readChain(chain), { is: 'chain', length: 2, first: null }) : this.compared();
  }

  /** @returns {Node} */
  compared() {
    const filter = this.filter();
    const comparison = this.take(COMPARISON);
    if (comparison) {
      this.alsoValid = [];
      return compare(filter, comparison.text, this.count().number);
    }
    if (!this.take(BETWEEN)) {
      this.alsoValid = [COMPARISONS, aFilter()];
      return { is: 'count', filter, low: 1, high: Infinity };
    }
    const low = this.count();
    this.expect(AND, 'and');
    const high = this.count();
    if (high.number < low.number) {
      this.meaningless ??= wrongAt(
        low.column,
        _('between {low} and {high} is empty; smaller first', { low: low.number, high: high.number }),
      );
    }
    return { is: 'count', filter, low: low.number, high: high.number };
  }

  filter() {
    /** @type {Word[]} */
    const words = [];
    // The first word is a name whatever it is: nothing can be joined or compared there.
    do {
      const { text, column } = this.expect(WORD, listed(['not', 'chain', aFilter(), '(']));
      const quoted = /^["']/.test(text);
      words.push({ text: quoted ? text.slice(1, -1) : text, column, quoted });
    } while (this.comes(WORD) && ![AND, OR, BETWEEN].some((pattern) => this.comes(pattern)));
    return this.meaning(() => readFilter(words, this.vocabulary), { tests: [], text: '' });
  }

  count() {
    const { text, column } = this.expect(COUNT, _('a whole number'));
    if (text.length > 4)
      this.meaningless ??= wrongAt(column, _('{count} is too many cards; 9,999 is the limit', { count: text }));
    return { number: Number(text), column };
  }
}

/** @type {(taken: {text: string, column: number}) => Chain} */
function readChain({ text, column }) {
  const [, second, third] = text.split(/\s+/);
  if (second && !third) {
    const [first, last] = second.split('-').map(Number);
    if (!(1 <= first && first < last && last <= LONGEST_CHAIN)) {
      throw wrongAt(column, _('{chain}; valid here: chain 1-2 to 1-7', { chain: text }));
    }
    return { is: 'chain', length: last - first + 1, first };
  }
  const length = Number(third ?? 2);
  if (length < 2 || length > LONGEST_CHAIN) {
    throw wrongAt(column, _('chain of {length}; valid here: chain of 2 to {most}', { length, most: LONGEST_CHAIN }));
  }
  return { is: 'chain', length, first: null };
}

/** @type {(filter: Filter, comparison: string, number: number) => Node} */
function compare(filter, comparison, number) {
  /** @type {(low: number, high: number) => Count} */
  const from = (low, high) => ({ is: 'count', filter, low, high });
  if (comparison === '>=' || comparison === '≥') return from(number, Infinity);
  if (comparison === '>') return from(number + 1, Infinity);
  if (comparison === '<=' || comparison === '≤') return from(0, number);
  if (comparison === '<') return from(0, number - 1);
  if (comparison === '!=' || comparison === '≠') return { is: 'not', parts: [from(number, number)] };
  return from(number, number);
}

/** @type {(text: string, vocabulary: Vocabulary) => Node} */
export function parse(text, vocabulary) {
  const asked = asAsked(text);
  if (!asked.trim()) {
    throw new OddsError(_("the condition is empty; write one such as 'level 1 hero >= 1 and scene == 0'"));
  }
  if (asked.length > MAX_LENGTH) {
    throw new OddsError(_('the condition has {count} characters; 2,000 is the limit', { count: asked.length }));
  }
  return new Reader(asked, vocabulary).whole();
}

/** @type {(node: Node) => (Count | Chain)[]} */
export const leaves = (node) => ('parts' in node ? node.parts.flatMap(leaves) : [node]);

/** @type {(filter: Filter, card: Card) => boolean} */
export const passes = (filter, card) => filter.tests.every((choice) => choice.some((test) => test(card)));

/** Filters that are asked for and that no card passes. @type {(node: Node, deck: readonly Card[]) => string[]} */
export function fitNothing(node, deck) {
  if (node.is === 'count') return node.low && !deck.some((card) => passes(node.filter, card)) ? [node.filter.text] : [];
  return node.is === 'all' || node.is === 'any' ? node.parts.flatMap((part) => fitNothing(part, deck)) : [];
}
