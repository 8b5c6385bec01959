/**
 * What the page knows: the deck and its saved versions, the field, and the numbers that move with every card. No pixel
 * of it is drawn here.
 *
 * @module workbench
 */

import { added, cardsOf } from './engine.js';
import { nameOf } from './cards.js';
import { _, listed } from './language.js';
import { aligned } from './pool.js';
import { checkDeck, readList } from './lists.js';
import { fromLink, toLink } from './link.js';
import { OddsError, Vocabulary, parse } from './condition.js';
import { QUESTIONS, odds } from './odds.js';
import { bestRule, marksOf } from './redraw.js';
import { bestSwaps, weighCards } from './swaps.js';
import { againstField, gain, matchup } from './numbers.js';

/** Keys of what is saved: no two tabs write the same one, but for the field and the questions. */
const [DRAFT, VERSION, FIELD, NAMED, ASKED] = [
  'ucgsim-draft-',
  'ucgsim-version-',
  'ucgsim-field',
  'ucgsim-named-',
  'ucgsim-questions',
];
/** Games against each rival: enough for half a point. */
const GAMES = 10_000;
/** Opening hands against each rival, each kept and redrawn. */
const HANDS = 4000;
/** Hands before a rule is named. */
const LEAST_HANDS = 2000;
const HANDS_SEED = 3;
const LEAST_TO_PLAY = 12;
const MOST_UNDONE = 200;
/** Milliseconds after which a tab's table is cleared where nothing on it was changed: a month. */
const LONG_AGO = 30 * 24 * 3600 * 1000;
const MOST_QUESTIONS = 20;
const [LONGEST_NAME, LONGEST_NOTE, LONGEST_QUESTION] = [80, 200, 2000];
const DECK = 50;
const RIVALS = 4;

/**
 * @typedef {import('./engine.js').Counts} Counts
 * @typedef {{name: string, counts: Counts}} Deck
 * @typedef {Deck & {at: number, note?: string, key?: string, isDraft?: boolean}} Version A deck as it was saved, and under which key.
 * @typedef {Deck & {weight: number}} Rival
 * @typedef {import('./numbers.js').Estimate} Estimate
 * @typedef {object} Line What is known against one rival.
 * @property {string} name
 * @property {number} weight
 * @property {number} games
 * @property {Estimate | null} alone By these games alone.
 * @property {Estimate | null} shown For another good player.
 * @property {import('./numbers.js').Answer | null} change
 */

/** @param {Counts} counts @returns {number} */
export const sizeOf = (counts) => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** @param {Counts} a @param {Counts} b @returns {boolean} */
export function same(a, b) {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => (a[key] ?? 0) === (b[key] ?? 0));
}

/** @param {Rival[]} a @param {Rival[]} b @returns {boolean} */
const sameField = (a, b) =>
  a.length === b.length &&
  a.every((each, k) => each.name === b[k].name && each.weight === b[k].weight && same(each.counts, b[k].counts));

/** Characters that no name holds: they turn the direction of writing, end a line, or are none. */
const UNSAFE = /[\p{Bidi_C}\p{Zl}\p{Zp}\p{Cc}\p{Cs}\ufeff\ufffe\uffff]/gu;
/** A name as it is saved: one line, no half letters. @param {unknown} text @param {number} [most] @returns {string} */
export const named = (text, most = LONGEST_NAME) => [...String(text).replace(UNSAFE, '')].slice(0, most).join('');

/** Share of a deck that another one exchanges. @param {Counts} a @param {Counts} b @returns {number} */
export function differing(a, b) {
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return keys.reduce((sum, key) => sum + Math.max((a[key] ?? 0) - (b[key] ?? 0), 0), 0) / Math.max(sizeOf(a), 1);
}

/** @param {number} row @param {number} column @returns {number} As matchups are numbered in a matrix. */
export const matchupNumber = (row, column) => (column * (column - 1)) / 2 + row + 1;

/** The workbench of one page. */
export class Workbench {
  /**
   * @param {{cards: import('./cards.js').Cards, decks: Deck[], layout: import('./engine.js').Layout,
   *   pool: import('./pool.js').Pool, storage?: Storage | import('./server.js').Shelf | null, tab?: string,
   *   server?: import('./server.js').Server | null, library?: any[]}} given
   */
  constructor({ cards, decks, layout, pool, storage = null, tab = '', server = null, library = [] }) {
    this.cards = cards;
    this.decks = decks;
    this.pool = pool;
    this.policy = layout.usual;
    this.policies = Object.keys(layout.policies);
    this.rules = layout.rules;
    this.games = GAMES;
    /** How far good players lie apart, where the one who plays is one. */
    this.player = layout.policies[this.policy].spread;
    this.storage = storage;
    this.tab = tab;
    /** The studio that served this page, and the decks of its library. */
    this.server = server;
    this.library = library;
    /** @type {Set<() => void>} */
    this.watchers = new Set();
    /** @type {AbortController | null} */
    this.control = null;
    /** @type {Deck} */
    this.deck = { ...decks[0], counts: { ...decks[0].counts } };
    /** @type {Version} */
    this.saved = { ...this.deck, counts: { ...this.deck.counts }, at: 0 };
    /** @type {Version[]} Newest first. */
    this.versions = [];
    /** @type {Counts[]} */
    this.undone = [];
    /** @type {Rival[]} */
    this.field = decks.slice(1, 1 + RIVALS).map((deck) => ({ ...deck, weight: 1 }));
    this.firstField = this.field;
    /** @type {any[]} What games of each rival came to. */
    this.counted = [];
    /** @type {any[]} Opening hands against each rival. */
    this.hands = [];
    /** The rule for the redraw that gains most against the field, all rivals alike; null before it is known.
     * @type {import('./redraw.js').Rule | null} */
    this.rule = null;
    /** Pairs of games with either side leading against each rival; null before they were asked for. @type {any[] | null} */
    this.pairsByLead = null;
    /** @type {string[]} A player's own questions of opening hands, as conditions. */
    this.questions = [];
    /** @type {WeakMap<Counts, Map<string, any>>} */
    this.chances = new WeakMap();
    this.message = '';
    /** A game that is looked at. @type {import('./review.js').Shown | null} */
    this.look = null;
    /** Whether it was opened by a link. */
    this.isGuest = false;
    /** @type {{swaps: import('./swaps.js').Tried[], share: number, control: AbortController | null, of: Counts | null}} */
    this.tried = { swaps: [], share: 0, control: null, of: null };
    /** @type {Map<string, Estimate>} What a copy of each card is worth, by these games alone. */
    this.worth = new Map();
    this.load();
  }

  /** @param {() => void} watcher @returns {() => void} Stops it. */
  watch(watcher) {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }

  say() {
    this.watchers.forEach((each) => each());
  }

  /** Say all in another language. @param {{code: string, catalog: Record<string, string>}} spoken */
  turn(spoken) {
    this.pool.speak(spoken);
    // What is wrong with a question is said anew.
    this.chances = new WeakMap();
    this.meetOthers();
    this.say();
  }

  // What is kept between visits.
  /** Open what this tab had on the table, or else what was there last. */
  load() {
    const drafts = this.stored(DRAFT).sort((x, y) => Number(y.data.at) - Number(x.data.at));
    const old = Date.now() - LONG_AGO;
    drafts
      .filter(({ key, data }) => key !== DRAFT + this.tab && !data.isChanged && Number(data.at) < old)
      .forEach(({ key }) => this.storage?.removeItem(key));
    const { data } = drafts.find(({ key }) => key === DRAFT + this.tab) ?? drafts[0] ?? { data: {} };
    this.deck = this.cleaned(data.deck) ?? this.deck;
    this.saved = { ...(this.cleaned(data.saved) ?? this.deck), at: Number(data.saved?.at) || 0 };
    const rivals = this.cleanedField(this.stored(FIELD)[0]?.data);
    if (rivals.length) this.field = rivals;
    this.meetOthers();
  }

  /** A field out of what came from outside. @param {any} data @returns {Rival[]} */
  cleanedField(data) {
    return (Array.isArray(data) ? data : []).flatMap((/** @type {any} */ each) => {
      const rival = this.cleaned(each);
      return rival ? [{ ...rival, weight: Math.max(Number(each.weight) || 0, 0) }] : [];
    });
  }

  /** Fields that were saved by name. @returns {{key: string, name: string, field: Rival[]}[]} */
  get fields() {
    const saved = this.stored(NAMED).map(({ key, data }) => ({
      key,
      name: named(data.name ?? _('Field')),
      field: this.cleanedField(data.field),
    }));
    return saved.filter(({ field }) => field.length).sort((x, y) => (x.name < y.name ? -1 : 1));
  }

  /** Save the field under a name, in place of that of the name. @param {string} name */
  saveField(name) {
    const key = this.fields.find((each) => each.name === named(name))?.key ?? `${NAMED}${Date.now()}-${this.tab}`;
    this.store(key, { name: named(name), field: this.field });
    this.say();
  }

  /** @param {string} key */
  dropField(key) {
    this.storage?.removeItem(key);
    this.say();
  }

  /** Put a deck into the field. @param {Deck} deck */
  join({ name, counts }) {
    this.meet([...this.field.filter((each) => each.name !== name), { name, counts, weight: 1 }]);
  }

  /** What is stored under keys that begin so; what can't be read is left where it is, and said.
   * @param {string} begin @returns {{key: string, data: any}[]} */
  stored(begin) {
    return Object.keys(this.storage ?? {})
      .filter((key) => key.startsWith(begin))
      .flatMap((key) => {
        try {
          return [{ key, data: JSON.parse(this.storage?.getItem(key) ?? '') ?? {} }];
        } catch {
          this.message = _("Something that this browser had saved can't be read; it is left out.");
          return [];
        }
      });
  }

  /** @param {string} key @param {any} data */
  store(key, data) {
    try {
      if (!this.storage) throw new Error('none');
      this.storage.setItem(key, JSON.stringify(data));
    } catch (error) {
      // A window that saves nothing may call its storage full as well: it is empty.
      const isFull = /quota/i.test(/** @type {any} */ (error).name) && Object.keys(this.storage ?? {}).length > 0;
      this.message = isFull
        ? _(
            'This is not saved: the storage that this browser gives the page is full. Delete versions on the page “Decks”, or copy the link or the list before you leave.',
          )
        : _('This browser saves nothing (a private window?): copy the link or the list before you leave.');
    }
  }

  /** The versions of all tabs of this browser, each of which has a key of its own, and what lies unsaved in others. */
  meetOthers() {
    this.questions = this.asked();
    const saved = this.stored(VERSION).map(({ key, data }) => ({ ...data, key, isDraft: false }));
    const drafts = this.stored(DRAFT).filter(({ key, data }) => key !== DRAFT + this.tab && data.isChanged);
    const left = drafts.map(({ key, data }) => ({
      ...data.deck,
      key,
      isDraft: true,
      at: data.at,
      note: _('not saved, on the table of another tab'),
    }));
    this.versions = [...saved, ...left]
      .flatMap((each) => {
        const deck = this.cleaned(each);
        return deck
          ? [
              {
                ...deck,
                at: Number(each.at) || 0,
                note: named(each.note ?? '', LONGEST_NOTE),
                key: each.key,
                isDraft: each.isDraft,
              },
            ]
          : [];
      })
      .sort((x, y) => y.at - x.at);
  }

  /** A deck out of what came from outside; null for anything else. @param {any} data @returns {Deck | null} */
  cleaned(data) {
    if (typeof data !== 'object' || data === null || typeof data.counts !== 'object' || data.counts === null)
      return null;
    const counts = Object.fromEntries(
      Object.entries(data.counts)
        .filter(([number, count]) => this.cards.get(number) && Number.isInteger(count) && Number(count) > 0)
        .map(([number, count]) => [number, Math.min(Number(count), 60)]),
    );
    return { name: named(data.name ?? _('Deck')), counts };
  }

  keep() {
    const { deck, saved, isChanged } = this;
    this.store(DRAFT + this.tab, { deck, saved, isChanged, at: Date.now() });
    this.store(FIELD, this.field);
  }

  // What a person does.

  /** Put copies of a card in, or take them out. @param {string} number @param {number} by */
  change(number, by) {
    const count = Math.min(Math.max((this.deck.counts[number] ?? 0) + by, 0), 60);
    const counts = { ...this.deck.counts, [number]: count };
    if (!count) delete counts[number];
    this.become(counts);
  }

  /** @param {Counts} counts */
  become(counts) {
    if (same(counts, this.deck.counts)) return;
    this.undone = [...this.undone.slice(-MOST_UNDONE), this.deck.counts];
    this.deck = { ...this.deck, counts };
    this.ask();
  }

  undo() {
    const before = this.undone.pop();
    if (!before) return;
    this.deck = { ...this.deck, counts: before };
    this.ask();
  }

  /** Open another deck; what is on the table is kept as a version if it was changed. @param {Deck} deck */
  open(deck) {
    if (!this.isKept) this.remember(_('before another deck was opened'));
    this.deck = { name: named(deck.name), counts: { ...deck.counts } };
    this.saved = { ...this.deck, counts: { ...deck.counts }, at: Date.now() };
    this.undone = [];
    this.ask();
  }

  /** @param {string} [note] */
  remember(note = '') {
    const at = Math.max(Date.now(), (this.versions[0]?.at ?? 0) + 1);
    const version = { name: this.deck.name, counts: { ...this.deck.counts }, at, note };
    const key = `${VERSION}${at}-${this.tab}`;
    this.versions.unshift({ ...version, key });
    this.store(key, version);
  }

  /** Write another note to a version. @param {Version} version @param {string} note */
  annotate(version, note) {
    const { key = '', name, counts, at, isDraft } = version;
    if (isDraft) return;
    const noted = { name, counts, at, note: named(note, LONGEST_NOTE) };
    this.versions = this.versions.map((each) => (each.key === key ? { ...noted, key } : each));
    this.store(key, noted);
    this.say();
  }

  /** Delete a version. @param {Version} version */
  forget({ key = '', isDraft }) {
    if (isDraft) return;
    this.versions = this.versions.filter((each) => each.key !== key);
    try {
      this.storage?.removeItem(key);
    } catch {
      this.message = _('This browser lets nothing be deleted.');
    }
    this.say();
  }

  /** @returns {string[]} The questions as they are stored. */
  asked() {
    const stored = this.stored(ASKED)[0]?.data;
    const wants = (Array.isArray(stored) ? stored : this.questions)
      .map((want) => named(want, LONGEST_QUESTION))
      .filter(Boolean);
    return [...new Set(wants)].slice(0, MOST_QUESTIONS);
  }

  /** Save a question of one's own. @param {string} text A condition. @throws {OddsError} For one that can't be read. */
  question(text) {
    const want = text.replace(/\s+/g, ' ').trim();
    parse(
      want,
      new Vocabulary(
        cardsOf(this.deck.counts).map((number) => this.cards.must(number)),
        this.cards.all,
      ),
    );
    const asked = this.asked();
    if (asked.includes(want)) throw new OddsError(_('this question is asked already'));
    if (asked.length >= MOST_QUESTIONS)
      throw new OddsError(
        _('{count} questions are saved, and no more can be: remove one first', { count: MOST_QUESTIONS }),
      );
    this.putQuestions([...asked, want]);
  }

  /** @param {string} want A question to remove. */
  unquestion(want) {
    this.putQuestions(this.asked().filter((each) => each !== want));
  }

  /** @param {string[]} questions */
  putQuestions(questions) {
    this.questions = questions;
    this.store(ASKED, questions);
    this.say();
  }

  /** Save the deck, in the studio into the library as well: from now on changes are measured against it. @param {string} [note] */
  save(note = '') {
    this.remember(note);
    const { server } = this;
    server
      ?.save(this.deck)
      .then(() => server.decks())
      .then((library) => {
        this.library = library;
      })
      .catch((error) => {
        this.message = error.message;
      })
      .then(() => this.say());
    this.saved = { ...this.deck, counts: { ...this.deck.counts }, at: Date.now() };
    const met = this.counted.filter((each, place) => this.field[place]?.weight > 0);
    if (met.every((each) => each?.games >= this.games)) {
      // All games of this list are played: they are its own now.
      this.counted = this.counted.map((each) => each && { ...each, pairs: null });
      this.keep();
      this.say();
    } else {
      this.ask();
    }
  }

  /** Measure changes against another version from now on. @param {Version} version */
  measure(version) {
    this.saved = { name: version.name, counts: { ...version.counts }, at: version.at };
    this.ask();
  }

  /** @param {string} name */
  rename(name) {
    this.deck = { ...this.deck, name: named(name) };
    this.keep();
    this.say();
  }

  /** @param {Rival[]} field */
  meet(field) {
    this.field = field;
    this.ask();
  }

  /** Read a pasted list. @param {string} text */
  paste(text) {
    const { name, counts, problems } = readList(text, this.cards);
    return { name: named(name) || _('Pasted deck'), counts: Object.fromEntries(counts), problems };
  }

  /** @returns {string} The fragment of a link that holds deck and field. */
  get link() {
    return toLink({ decks: [this.deck, ...this.field], weights: this.field.map(({ weight }) => weight) });
  }

  /** Look at a game on the table. @param {import('./review.js').Shown} game */
  lookAt(game) {
    this.look = { ...game };
    this.say();
  }

  /** Open what a link holds. @param {string} fragment */
  openLink(fragment) {
    const { decks, weights } = fromLink(fragment);
    const given = decks.map(({ name, counts }) => ({ name, counts: Object.fromEntries(counts) }));
    const [deck, ...rivals] = given.map((each) => /** @type {Deck} */ (this.cleaned(each)));
    if (!deck) throw new Error(_('this link holds no deck'));
    const unknown = given.flatMap(({ counts }) => Object.keys(counts)).filter((number) => !this.cards.get(number));
    if (unknown.length)
      this.message = _('This page knows no {cards}: left out.', { cards: listed([...new Set(unknown)].slice(0, 5)) });
    if (
      rivals.length &&
      ![this.firstField, ...this.fields.map(({ field }) => field)].some((field) => sameField(field, this.field))
    )
      this.saveField(_('before a link was opened'));
    const known = Array.isArray(weights) ? weights.map(Number) : [];
    if (rivals.length)
      this.field = rivals.map((rival, place) => ({ ...rival, weight: known[place] >= 0 ? known[place] : 1 }));
    this.isGuest = true;
    this.open(deck);
  }

  // What it comes to.

  /** @returns {string[]} What is wrong with the deck by the rules of deck building. */
  get problems() {
    return this.problemsOf(this.deck.counts);
  }

  /** The same of any list. @param {Counts} counts @returns {string[]} */
  problemsOf(counts) {
    return checkDeck(new Map(Object.entries(counts)), this.cards);
  }

  /** @returns {boolean} */
  get isChanged() {
    return !same(this.deck.counts, this.saved.counts);
  }

  /** @returns {boolean} Whether what a change brings can be told: both lists hold as many cards. */
  get isComparable() {
    return sizeOf(this.deck.counts) === sizeOf(this.saved.counts);
  }

  /** @returns {string} The name under which the field was saved, if it was. */
  get fieldName() {
    return this.fields.find(({ field }) => sameField(field, this.field))?.name ?? '';
  }

  /** @returns {boolean} Whether nothing was done here yet. */
  get isNew() {
    return !this.isGuest && !this.versions.length && !this.isChanged && this.decks[0].name === this.deck.name;
  }

  /** @returns {boolean} Whether the deck is there under its name, so that nothing of it can be lost. */
  get isKept() {
    const { deck, decks, library, versions } = this;
    return (
      !sizeOf(deck.counts) ||
      [...versions, ...library, ...decks].some(
        (each) => each.name === deck.name && same(each.counts ?? {}, deck.counts),
      )
    );
  }

  /** Exact chances of a question, counted once for a list; with a problem in one line where they can't be.
   * @param {Counts} counts @param {string} want @returns {any} */
  chance(counts, want) {
    const known = this.chances.get(counts) ?? new Map();
    this.chances.set(counts, known);
    if (!known.has(want)) {
      try {
        known.set(
          want,
          odds(
            cardsOf(counts).map((number) => this.cards.must(number)),
            want,
            { known: this.cards.all },
          ),
        );
      } catch (error) {
        known.set(want, { problem: error instanceof Error ? error.message : String(error) });
      }
    }
    return known.get(want);
  }

  /** Exact chances of the five usual questions and of one's own, now and as saved. */
  get odds() {
    const questions = [
      ...QUESTIONS.map((each) => ({ ...each, own: false })),
      ...this.questions.map((want) => ({ words: want, want, own: true })),
    ];
    /** @param {Counts} counts */
    const asked = (counts) =>
      sizeOf(counts) < LEAST_TO_PLAY ? [] : questions.map((each) => ({ ...each, ...this.chance(counts, each.want) }));
    return { now: asked(this.deck.counts), before: this.isChanged ? asked(this.saved.counts) : [] };
  }

  /** Play the deck against the field, from the first game on: on the shuffles of the saved version where it differs. */
  ask() {
    this.control?.abort();
    this.tried.control?.abort();
    this.control = new AbortController();
    this.counted = this.field.map(() => null);
    this.worth = new Map();
    this.hands = this.field.map(() => null);
    this.rule = null;
    this.leadControl?.abort();
    this.pairsByLead = null;
    this.keep();
    this.say();
    if (!this.isPlayable) return;
    const { signal } = this.control;
    const kept = cardsOf(this.saved.counts);
    const list = cardsOf(this.deck.counts);
    const other = this.isChanged ? aligned(kept, list, (number) => this.cards.must(number)) : undefined;
    /** @type {Promise<any>[]} */
    const asked = [];
    this.field.forEach((rival, place) => {
      if (!rival.weight || this.isMirror(rival)) return;
      const task = {
        a: other ? kept : list,
        other,
        b: cardsOf(rival.counts),
        policies: /** @type {[string, string]} */ ([this.policy, this.policy]),
        seed: 1,
        matchup: matchupNumber(0, place + 1),
        games: this.games,
        signal,
        onCounts: (/** @type {any} */ counts, /** @type {number} */ games) => {
          if (signal.aborted) return;
          this.counted[place] = { games, ...(other ? counts : { tally: counts, pairs: null }) };
          this.say();
        },
      };
      const failed = (/** @type {Error} */ error) => {
        this.message = error.message;
        this.say();
      };
      asked.push(this.pool.play(task).catch(failed));
      const marks = marksOf(list, (number) => this.cards.must(number));
      const onCounts = (/** @type {any} */ counts) => {
        if (signal.aborted) return;
        this.hands[place] = counts;
        this.rule = bestRule(
          this.hands.filter(Boolean).reduce((all, each) => added(all, each)),
          LEAST_HANDS,
          this.rule,
        );
      };
      const { b, policies } = task;
      asked.push(
        this.pool
          .play({ a: list, b, policies, marks, seed: HANDS_SEED, matchup: place, games: HANDS, signal, onCounts })
          .catch(failed),
      );
    });
    Promise.all(asked).then(() => !signal.aborted && asked.length && this.weigh(signal));
  }

  /** The rivals that are met, with their shares of the field. */
  get rivals() {
    const total = this.field.reduce((sum, { weight }) => sum + weight, 0) || 1;
    return this.field
      .filter(({ weight }) => weight > 0)
      .map(({ counts, weight }) => ({ counts, share: weight / total }));
  }

  /** After a rest: what each card is worth. @param {AbortSignal} signal */
  weigh(signal) {
    const { cards, policy, pool, rivals } = this;
    const onWorth = (/** @type {string} */ number, /** @type {Estimate} */ worth) => {
      this.worth.set(number, worth);
      this.say();
    };
    weighCards({ counts: this.deck.counts, cards, rivals, policy, pool, signal, onWorth }).catch((error) => {
      this.message = error.message;
      this.say();
    });
  }

  /** Play what leading adds against each rival, once for a list: the pairs that `ucgsim gauntlet` plays of as many games. */
  lead() {
    if (this.pairsByLead || !this.isPlayable) return;
    this.leadControl = new AbortController();
    const { signal } = this.leadControl;
    const pairs = this.field.map(() => /** @type {any} */ (null));
    this.pairsByLead = pairs;
    const list = cardsOf(this.deck.counts);
    const a = this.isChanged ? aligned(cardsOf(this.saved.counts), list, (number) => this.cards.must(number)) : list;
    this.field.forEach((rival, place) => {
      if (!rival.weight || this.isMirror(rival)) return;
      const policies = /** @type {[string, string]} */ ([this.policy, this.policy]);
      const onCounts = (/** @type {any} */ counts) => {
        pairs[place] = counts.pairs;
        this.say();
      };
      const task = {
        a,
        b: cardsOf(rival.counts),
        byLead: true,
        policies,
        seed: 1,
        matchup: matchupNumber(0, place + 1),
        games: this.games / 2,
        signal,
        onCounts,
      };
      this.pool.play(task).catch((error) => {
        this.message = error.message;
        this.say();
      });
    });
  }

  /** Look for swaps worth trying, or stop to look. */
  async seek() {
    const { tried } = this;
    if (tried.control) {
      tried.control.abort();
      return;
    }
    const control = new AbortController();
    Object.assign(tried, { swaps: [], share: 0, control, of: this.deck.counts });
    this.say();
    const { cards, policy, pool, rivals } = this;
    const onProgress = (/** @type {number} */ share) => {
      tried.share = share;
      this.say();
    };
    try {
      const given = {
        counts: this.deck.counts,
        cards,
        rivals,
        policy,
        spread: this.player,
        pool,
        signal: control.signal,
        onProgress,
      };
      tried.swaps = await bestSwaps(given);
    } catch (error) {
      this.message = error instanceof Error ? error.message : String(error);
    }
    tried.control = null;
    this.say();
  }

  /** @returns {Line[]} By rival. */
  get lines() {
    const part = differing(this.saved.counts, this.deck.counts);
    return this.field.map((rival, place) => {
      const known = this.counted[place];
      const line = { name: rival.name, weight: rival.weight, games: known?.games ?? 0, change: null };
      if (known) {
        const { alone, shown } = matchup(known.tally.points, this.player);
        return {
          ...line,
          alone,
          shown,
          change: known.pairs && this.isComparable && gain([{ pairs: known.pairs, share: 1 }], part, this.player),
        };
      }
      const exact = this.isMirror(rival) ? { rate: 0.5, low: 0.5, high: 0.5, n: 0 } : null;
      return { ...line, alone: exact, shown: exact };
    });
  }

  /** @param {Rival} rival @returns {boolean} Whether it is the deck itself, so that it wins half of its games. */
  isMirror(rival) {
    return !this.isChanged && same(rival.counts, this.deck.counts);
  }

  /** Against the field, once every rival was met. */
  get answer() {
    const places = this.field
      .map((rival, place) => ({ rival, known: this.counted[place] }))
      .filter(({ rival }) => rival.weight > 0);
    const total = places.reduce((sum, { rival }) => sum + rival.weight, 0);
    const met = places.filter(({ rival }) => !this.isMirror(rival));
    if (!met.length || met.some(({ known }) => !known)) return null;
    const own = 1 - met.reduce((sum, { rival }) => sum + rival.weight, 0) / total;
    const rivals = met.map(({ rival, known }) => ({
      points: known.tally.points,
      pairs: known.pairs,
      share: rival.weight / total,
    }));
    const { alone, shown, decided } = againstField(rivals, this.player, own);
    const part = differing(this.saved.counts, this.deck.counts);
    const change = this.isChanged && this.isComparable ? gain(rivals, part, this.player) : null;
    return { alone, shown, decided, change, games: met.reduce((sum, { known }) => sum + known.games, 0) };
  }

  /** @returns {string} The list as text, for a chat. */
  get text() {
    const lines = Object.entries(this.deck.counts)
      .sort()
      .map(([number, count]) => `${count} ${number} ${this.cards.get(number) ? nameOf(this.cards.must(number)) : ''}`);
    return [`# ${this.deck.name}`, ...lines, ''].join('\n');
  }

  /** @returns {boolean} Whether it and what it is measured against can be played. */
  get isPlayable() {
    const size = sizeOf(this.deck.counts);
    return size >= LEAST_TO_PLAY && size <= 60 && sizeOf(this.saved.counts) >= LEAST_TO_PLAY;
  }

  /** @returns {boolean} Whether it holds as many cards as a deck has. */
  get isWhole() {
    return sizeOf(this.deck.counts) === DECK;
  }
}
