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
 * @property {string[]} abroad what it and its characters are called in other languages
 * @property {Record<string, {base?: string, people: string[], form: string, type: string}>} local the usual of those
 *   names by language; what a language has no name for is as in English, but for a base
 *
 * @typedef {(number | null)[]} Numbers
 * @typedef {object} CardFile facts in columns, a row a card; those of which a card has several as places in a table
 * @property {number} format
 * @property {Record<'number' | 'name' | 'subtitle' | 'text' | 'words', string[]>
 *   & Record<'level' | 'round' | 'limit', Numbers> & {bp: Numbers[]}
 *   & Record<'characters' | 'type' | 'kinds' | 'ids', number[][]>} columns `ids`: of the official card list,
 *   each as a step from the one before
 * @property {Record<'characters' | 'type' | 'kinds', string[]>} tables
 * @property {Record<string, Partial<Record<'cards' | 'characters' | 'forms' | 'types' | 'decks',
 *   Record<string, string[]>>>>} names in other languages; decks by their names in capitals
 * @property {{size: number, clause: string}} deck
 */

import { _, language, listed } from './language.js';

const FORMAT = 3;
const LEVEL_WORD = /^(?:lv|lvl|level|round|r|l)?([1-9])$/;

/** What keyboards of Japan and Korea write for the dash of a number; elsewhere it is a letter, or a line. */
const LIKE_A_DASH = /(?<=[A-Z0-9])[\u30fc\u2500\u2501\u4e00\u3161](?=P?[0-9]{3})/gi;

/** @param {string} text @returns {string} full-width letters, dashes of print and runs of blanks made plain */
export function plain(text) {
  const letters = text.normalize('NFKC').replace(/[\u2010-\u2015\u2212]/g, '-');
  return letters
    .split(/[\s\x1c-\x1f\x85]+/)
    .join(' ')
    .trim()
    .replace(LIKE_A_DASH, '-');
}

/** @param {string} text @returns {string[]} the words as names are compared: no capitals, no accents, no signs */
export function wordsOf(text) {
  const letters = plain(text).normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '');
  return letters.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** @param {string} text @returns {string} a name in another language as it is compared: letters and digits alone */
export function keyOf(text) {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** @param {string[]} part @param {string[]} whole @returns {boolean} whether words stand in others, in a row */
export function within(part, whole) {
  return ` ${whole.join(' ')} `.includes(` ${part.join(' ')} `);
}

/** @param {CardFacts} card @returns {string} its name without the subtitle, in the language of the page */
export const baseOf = (card) => card.local[language()]?.base ?? card.base;

/** @param {CardFacts} card @returns {string} its subtitle, in the language of the page */
export const formOf = (card) => card.local[language()]?.form ?? card.subtitle;

/** @param {CardFacts} card @returns {string} its full name */
export const nameOf = (card) => `${baseOf(card)} ${formOf(card)}`.trim();

/** @param {CardFacts} card @returns {string} its characters in a row */
export const peopleOf = (card) => listed(card.local[language()]?.people ?? card.characters);

/** @param {CardFacts} card @returns {string} what tables call it: `Tiga 3 · Zeperion Beam`, `ティガ 3 · ゼペリオン光線` */
export function titleOf(card) {
  const { people } = card.local[language()] ?? {};
  if (card.level === null) return people ? baseOf(card) : card.title;
  if (!people?.length || card.characters.some((name, place) => name === people[place])) return card.title;
  return `${people.join('・')} ${card.level}${card.subtitle ? ` · ${formOf(card)}` : ''}`;
}

/** @param {CardFacts} card @returns {boolean} */
export const isScene = (card) => card.kinds.includes('Scene');

/** What all is called in other languages. @type {CardFile['names']} */
let abroad = {};

/** What something is called in the language of the page, by its kind and English name; itself where it has none there.
 * @param {'characters' | 'forms' | 'types' | 'decks'} kind @param {string} name @returns {string} */
export const shownAs = (kind, name) =>
  abroad[language()]?.[kind]?.[kind === 'decks' ? name.toUpperCase() : name]?.[0] ?? name;

/** @param {string} name @returns {string} a deck that ships in the language of the page, any other as it is named */
export const deckName = (name) => shownAs('decks', name);

/** The sign of a card: its level, or the Round of a scene. @param {CardFacts} card */
export const sign = (card) => (isScene(card) ? `R${card.round}` : (card.level ?? ''));

/** Cards by their characters, each by level, scenes last. @param {CardFacts[]} cards
 * @returns {{name: string, cards: CardFacts[]}[]} */
export function byCharacter(cards) {
  /** @type {Map<string, CardFacts[]>} */
  const groups = new Map();
  [...cards]
    .sort((a, b) => (a.level ?? 99) - (b.level ?? 99) || (a.number < b.number ? -1 : 1))
    .forEach((card) => {
      const name = isScene(card) ? '' : card.characters.join(', ');
      groups.set(name, [...(groups.get(name) ?? []), card]);
    });
  return [...groups]
    .sort(([a], [b]) => Number(!a) - Number(!b) || (a < b ? -1 : 1))
    .map(([name, of]) => ({ name: name ? peopleOf(of[0]) : _('Scenes'), cards: of }));
}

/** What a card is called in a language, and how else: as `card_spellings` of ucgsim/cards/other_names.py has it.
 * @param {CardFile['names'][string]} known @param {string} name @param {string} subtitle
 * @param {string[]} characters */
function calledIn(known, name, subtitle, characters) {
  const people = characters.map((each) => known.characters?.[each] ?? []);
  const [own, forms] = [known.cards?.[name] ?? [], known.forms?.[subtitle] ?? []];
  const joined = people.every((ways) => ways.length) ? people.map(([usual]) => usual).join('/') : '';
  const bases = [own, ...people].flat();
  const both = bases.flatMap((base) => [...forms, subtitle].map((form) => `${base} ${form}`));
  return {
    base: own[0] ?? (joined || undefined),
    people: characters.map((each, place) => people[place][0] ?? each),
    form: forms[0] ?? subtitle,
    own,
    others: people.flat(),
    formed: subtitle ? [...both, ...forms] : [],
  };
}

/** What tables call a card in English: its characters as its name spells them, level and subtitle; a scene by its name.
 * @param {string} name @param {string} subtitle @param {string[]} characters @param {number | null} level */
function titled(name, subtitle, characters, level) {
  if (level === null) return `${name} ${subtitle}`.trim();
  const people = characters.map((each) => {
    const at = name.toUpperCase().indexOf(each.toUpperCase());
    return at < 0 ? each : name.slice(at, at + each.length);
  });
  return `${people.join('/')} ${level}${subtitle && ` · ${subtitle}`}`;
}

/** What a card is, from its place in the columns of a file. @param {CardFile} file @param {number} at
 * @returns {CardFacts} */
function factsOf({ columns, tables, names }, at) {
  const several = (/** @type {keyof CardFile['tables']} */ key) => columns[key][at].map((place) => tables[key][place]);
  const [name, subtitle, characters] = [columns.name[at], columns.subtitle[at], several('characters')];
  const type = several('type')[0] ?? '';
  const called = Object.entries(names).map(([code, known]) => ({
    code,
    type: known.types?.[type]?.[0] ?? type,
    ...calledIn(known, name, subtitle, characters),
  }));
  return {
    number: columns.number[at],
    name: `${name} ${subtitle}`.trim(),
    base: name,
    subtitle,
    title: titled(name, subtitle, characters, columns.level[at]),
    characters,
    level: columns.level[at],
    type,
    kinds: several('kinds'),
    bp: columns.bp[at],
    round: columns.round[at],
    get text() {
      return _(columns.text[at]);
    },
    set: columns.number[at].split('-')[0],
    limit: columns.limit[at],
    abroad: [
      ...called.flatMap(({ own }) => own),
      ...called.flatMap(({ others }) => others),
      ...called.flatMap(({ formed }) => formed),
    ],
    local: Object.fromEntries(called.map(({ code, ...each }) => [code, each])),
  };
}

/** The cards of a file; it does not change. */
export class Cards {
  /** @param {CardFile} file */
  constructor(file) {
    const { columns } = file;
    /** @type {CardFacts[]} every card, by number */
    this.all = columns.number.map((_, at) => factsOf(file, at));
    abroad = file.names;
    /** @type {Map<number, string>} card numbers by the ids of the official card list */
    this.byId = new Map();
    let id = 0;
    for (const [at, steps] of columns.ids.entries()) {
      for (const step of steps) this.byId.set((id += step), this.all[at].number);
    }
    /** cards in a deck, and the rule that says so */
    this.deck = file.deck;
    this.byNumber = new Map(this.all.map((card) => [card.number, card]));
    this.searched = this.all
      .map((card, at) => ({
        card,
        order: [Number(isScene(card)), card.characters.join('/'), card.level ?? 0, card.number],
        number: card.number.toLowerCase().replace(/[^a-z0-9]/g, ''),
        main: wordsOf(`${card.base} ${card.characters.join(' ')} ${card.abroad.join(' ')}`),
        names: wordsOf(`${card.name} ${card.characters.join(' ')} ${card.abroad.join(' ')}`),
        facts: wordsOf(
          [card.type, ...Object.values(card.local).map(({ type }) => type), ...card.kinds, columns.words[at], card.set]
            .filter(Boolean)
            .join(' '),
        ),
      }))
      .sort((a, b) => {
        const at = a.order.findIndex((each, k) => each !== b.order[k]);
        return a.order[at] < b.order[at] ? -1 : 1;
      });
  }

  /** @param {string} number @returns {CardFacts | undefined} */
  get(number) {
    return this.byNumber.get(number);
  }

  /** @param {string} number @returns {CardFacts} a card that is known to be there */
  must(number) {
    const card = this.byNumber.get(number);
    if (!card) throw new Error(_('{number}: is not in the catalog', { number }));
    return card;
  }

  /** @param {string | null | undefined} number @param {string} [otherwise] @returns {string} what tables call it */
  title(number, otherwise = '') {
    const card = this.get(number ?? '');
    return card ? titleOf(card) : otherwise;
  }

  /** @param {string} number @returns {string} what messages call it: `Tiga 1 (BP01-001)` */
  label(number) {
    const card = this.get(number);
    return card ? `${titleOf(card)} (${number})` : number;
  }

  /** Cards that every word fits, by number, name, character, level or Round (`tiga 3`), TYPE, kind or set: those of the
   * character that it names, those that are called so, and others; each by character and level, scenes last.
   * @param {string} text @param {number} [limit] @returns {CardFacts[]} */
  search(text, limit = 50) {
    const word = (/** @type {string} */ each) => each && !/^(?:level|lv|lvl|round)\.?$/.test(each);
    const typed = plain(text).toLowerCase().split(' ').filter(word);
    const asked = typed.map((each) => ({ number: each.replace(/[^a-z0-9]/g, ''), words: wordsOf(each) }));
    const hits = this.searched.filter(
      (entry) =>
        typed.length > 0 &&
        asked.every(
          ({ number, words }) =>
            (number.length > 2 && entry.number.startsWith(number)) ||
            (words.length > 0 &&
              words.every((word) => {
                const level = LEVEL_WORD.exec(word);
                if (level && Number(level[1]) === (entry.card.level ?? entry.card.round)) return true;
                if (/^\d+$/.test(word)) return entry.names.includes(word);
                const words = [...entry.names, ...entry.facts];
                return words.some((each) => (word > '\u02ff' ? each.includes(word) : each.startsWith(word)));
              })),
        ),
    );
    const said = asked.flatMap(({ words }) => words).filter((word) => !LEVEL_WORD.test(word));
    /** @param {typeof hits[0]} entry @returns {number} */
    const rank = ({ card, main }) => {
      if (card.characters.some((each) => wordsOf(each).join(' ') === said.join(' '))) return 0;
      return said.some((word) => main.includes(word)) ? 1 : 2;
    };
    return hits
      .sort((a, b) => rank(a) - rank(b))
      .slice(0, limit)
      .map((entry) => entry.card);
  }
}

/** Opens the file of all cards, as text or parsed. @param {string | CardFile} json @returns {Cards} */
export function openCards(json) {
  /** @type {CardFile | null} */
  const file = typeof json === 'string' ? JSON.parse(json) : json;
  if (file?.format === FORMAT) return new Cards(file);
  const given = { form: file?.format, right: FORMAT };
  throw new Error(_('the card file has the form {form}, and this page reads {right}; load the page again', given));
}
