/**
 * All cards, opened from the file that `cards_file` of ucgsim/web/cards.py makes: facts, names, search.
 *
 * @typedef {object} CardFacts
 * @property {string} number
 * @property {string} name the full one, with its subtitle
 * @property {string} subtitle
 * @property {string} title what tables call it: `Tiga 3 · Zeperion Beam`
 * @property {string[]} characters
 * @property {number | null} level
 * @property {string} type its TYPE; blank for a scene
 * @property {string[]} kinds
 * @property {(number | null)[]} bp SINGLE, DOUBLE, TRIPLE, QUAD, EXTRA
 * @property {number | null} round of a scene
 * @property {string} text what it does, in plain English; a line for each power
 * @property {string} set
 * @property {number | null} limit copies that a deck may hold; null for any number
 * @property {string} base the name without the subtitle
 */

const FORMAT = 1;
const LEVEL_WORD = /^(?:lv|lvl|level|round|r|l)?([1-9])$/;

/** @param {string} text @returns {string} full-width letters, dashes of print and runs of blanks made plain */
export function plain(text) {
  return text.normalize('NFKC').replace(/[\u2010-\u2014\u2212]/g, '-').split(/[\s\x1c-\x1f\x85]+/).join(' ').trim();
}

/** @param {string} text @returns {string[]} the words as names are compared: no capitals, no accents, no signs */
export function wordsOf(text) {
  const letters = plain(text).normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '');
  return letters.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** @param {string[]} part @param {string[]} whole @returns {boolean} whether words stand in others, in a row */
export function within(part, whole) {
  return ` ${whole.join(' ')} `.includes(` ${part.join(' ')} `);
}

/** @param {string} a @param {string} b @returns {number} letters that both share in order, the longest runs first */
function matching(a, b) {
  let size = 0, inA = 0, inB = 0;
  let above = new Array(b.length + 1).fill(0);
  for (let i = 0; i < a.length; i += 1) {
    const row = new Array(b.length + 1).fill(0);
    for (let j = 0; j < b.length; j += 1) {
      if (a[i] === b[j]) row[j + 1] = above[j] + 1;
      if (row[j + 1] > size) [size, inA, inB] = [row[j + 1], i - row[j + 1] + 1, j - row[j + 1] + 1];
    }
    above = row;
  }
  if (!size) return 0;
  return size + matching(a.slice(0, inA), b.slice(0, inB)) + matching(a.slice(inA + size), b.slice(inB + size));
}

/** @param {string} text @param {Iterable<string>} all @param {number} cutoff @returns {string[]} three most alike */
function mostAlike(text, all, cutoff) {
  /** @type {[number, string][]} */
  const scored = [];
  for (const each of all) {
    const both = each.length + text.length;
    if (2 * Math.min(each.length, text.length) < cutoff * both) continue;
    const score = 2 * matching(each, text) / both;
    if (score >= cutoff) scored.push([score, each]);
  }
  scored.sort((a, b) => b[0] - a[0] || (a[1] < b[1] ? 1 : -1));
  return scored.slice(0, 3).map(([, each]) => each);
}

/** The cards of a file; it does not change. */
export class Cards {
  /** @param {any} file */
  constructor(file) {
    const { columns, tables } = file;
    /** @param {string} key @param {number} at @returns {string[]} */
    const several = (key, at) => columns[key][at].map((/** @type {number} */ place) => tables[key][place]);
    /** @type {CardFacts[]} every card, by number */
    this.all = columns.number.map((/** @type {string} */ number, /** @type {number} */ at) => ({
      number, name: `${columns.name[at]} ${columns.subtitle[at]}`.trim(), base: columns.name[at],
      subtitle: columns.subtitle[at], title: columns.title[at], characters: several('characters', at),
      level: columns.level[at], type: several('type', at)[0] ?? '', kinds: several('kinds', at), bp: columns.bp[at],
      round: columns.round[at], text: columns.text[at], set: several('set', at)[0] ?? '', limit: columns.limit[at],
    }));
    /** @type {{size: number, clause: string}} cards in a deck, and the rule that says so */
    this.deck = file.deck;
    /** @type {Map<string, CardFacts>} */
    this.byNumber = new Map(this.all.map((card) => [card.number, card]));
    /** @type {Map<string, Set<string>>} numbers by printed name */
    this.printed = new Map();
    /** @type {Map<string, Set<string>>} numbers by whatever people call them */
    this.called = new Map();
    /** @type {Map<string, string>} characters as they are spelled */
    this.characters = new Map();
    for (const card of this.all) {
      const people = [...card.characters, card.characters.join(' ')];
      const also = [...people, ...people.map((each) => `${each} ${card.subtitle}`)];
      for (const name of [card.base, card.name]) add(this.printed, name, card.number);
      for (const name of [card.base, card.name, ...also]) add(this.called, name, card.number);
      for (const name of card.characters) this.characters.set(wordsOf(name).join(' '), name);
    }
    this.searched = this.all.map((card, at) => ({
      card, order: columns.order[at], number: card.number.toLowerCase().replace(/[^a-z0-9]/g, ''),
      main: wordsOf(`${card.base} ${card.characters.join(' ')}`),
      names: wordsOf(`${card.name} ${card.characters.join(' ')}`),
      facts: wordsOf(`${card.type} ${card.kinds.join(' ')} ${columns.words[at]} ${card.set}`),
    })).sort((a, b) => a.order - b.order);
  }

  /** @param {string} number @returns {CardFacts | undefined} */
  get(number) {
    return this.byNumber.get(number);
  }

  /** @param {string} number @returns {CardFacts} a card that is known to be there */
  must(number) {
    const card = this.byNumber.get(number);
    if (!card) throw new Error(`${number}: is not in the catalog`);
    return card;
  }

  /** @param {string} number @returns {string} what messages call it: `Tiga 1 (BP01-001)` */
  label(number) {
    const card = this.get(number);
    return card ? `${card.title} (${number})` : number;
  }

  /**
   * Cards that every word fits, by number, name, character, level or Round (`tiga 3`), TYPE, kind or set: those of the
   * character that it names, those that are called so, and others; each by character and level, scenes last.
   * @param {string} text @param {number} [limit] @returns {CardFacts[]}
   */
  search(text, limit = 50) {
    const word = (/** @type {string} */ each) => each && !/^(?:level|lv|lvl|round)\.?$/.test(each);
    const typed = plain(text).toLowerCase().split(' ').filter(word);
    const asked = typed.map((each) => ({ number: each.replace(/[^a-z0-9]/g, ''), words: wordsOf(each) }));
    const hits = this.searched.filter((entry) => typed.length > 0 && asked.every(({ number, words }) => (
      (number.length > 2 && entry.number.startsWith(number)) || (words.length > 0 && words.every((word) => {
        const level = LEVEL_WORD.exec(word);
        if (level && Number(level[1]) === (entry.card.level ?? entry.card.round)) return true;
        if (/^\d+$/.test(word)) return entry.names.includes(word);
        return entry.facts.includes(word) || [...entry.names, ...entry.facts].some((each) => each.startsWith(word));
      }))
    )));
    const said = asked.flatMap(({ words }) => words).filter((word) => !LEVEL_WORD.test(word));
    /** @param {typeof hits[0]} entry @returns {number} */
    const rank = ({ card, main }) => {
      if (card.characters.some((each) => wordsOf(each).join(' ') === said.join(' '))) return 0;
      return said.some((word) => main.includes(word)) ? 1 : 2;
    };
    return hits.sort((a, b) => rank(a) - rank(b)).slice(0, limit).map((entry) => entry.card);
  }

  /**
   * Numbers of the cards that a name means, sorted; a level in it (`Tiga 2`, `Tiga Lv.2`) helps.
   * @param {string} text @returns {string[]}
   */
  named(text) {
    const words = wordsOf(text).slice(0, 40);
    const exact = this.printed.get(words.join(' '));
    if (exact) return [...exact].sort();
    const joined = words.filter((word, at) => !(/^(?:lv|lvl|level)$/.test(word) && /^\d+$/.test(words[at + 1] ?? '')));
    for (const [at, word] of joined.entries()) {
      const level = /^(?:lv|lvl|level)?([1-9])$/.exec(word);
      const bearers = level ? this.called.get(joined.filter((_, place) => place !== at).join(' ')) ?? [] : [];
      const fit = [...bearers].filter((each) => {
        const card = this.get(each);
        return level !== null && card !== undefined && (card.level ?? card.round) === Number(level[1]);
      });
      if (fit.length) return fit.sort();
    }
    return [...this.called.get(joined.join(' ')) ?? []].sort();
  }

  /** @param {string} text @returns {string[]} numbers that look most like it, else those of the most similar names */
  nearest(text) {
    if (text.length > 60) return [];
    const numbers = mostAlike(plain(text).toUpperCase(), this.byNumber.keys(), 0.6);
    if (numbers.length) return numbers;
    return mostAlike(wordsOf(text).join(' '), this.printed.keys(), 0.75)
      .flatMap((name) => [...this.printed.get(name) ?? []]).slice(0, 12);
  }
}

/** @param {Map<string, Set<string>>} names @param {string} name @param {string} number */
function add(names, name, number) {
  const key = wordsOf(name).join(' ');
  const held = names.get(key);
  if (held) held.add(number);
  else if (key) names.set(key, new Set([number]));
}

/**
 * Opens the file of all cards, as text or parsed.
 * @param {any} json @returns {Cards}
 */
export function openCards(json) {
  const file = typeof json === 'string' ? JSON.parse(json) : json;
  if (file?.format !== FORMAT) {
    throw new Error(`the card file has the form ${file?.format}, and this page reads ${FORMAT}; load the page anew`);
  }
  return new Cards(file);
}
