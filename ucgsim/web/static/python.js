/**
 * What code of ours in Python uses of its language, for `reading.js`, which ucgsim/web/script.py writes: texts, lists,
 * dictionaries, sets and patterns as they are there. A tuple is an array as well, None is null, and a text is counted
 * in UTF-16.
 *
 * @module python
 */

const MOST_KNOWN = 10_000;

/** @param {any} value @returns {any} by what it is known in a dictionary or a set */
const keyed = (value) => (Array.isArray(value) ? `\0${JSON.stringify(value)}` : value);

/** A dictionary; those of JSON are such ones. */
export class Dict {
  /** @param {Iterable<[any, any]>} [pairs] */
  constructor(pairs = []) {
    /** @type {Map<any, [any, any]>} */
    this.held = new Map();
    for (const [key, value] of pairs) this.put(key, value);
  }

  get size() {
    return this.held.size;
  }

  [Symbol.iterator]() {
    return this.keys()[Symbol.iterator]();
  }

  /** @param {any} key */
  has(key) {
    return this.held.has(keyed(key));
  }

  /** @param {any} key @param {any} [other] */
  get(key, other = null) {
    const pair = this.held.get(keyed(key));
    return pair ? pair[1] : other;
  }

  /** @param {any} key @param {any} value */
  put(key, value) {
    this.held.set(keyed(key), [this.held.get(keyed(key))?.[0] ?? key, value]);
  }

  keys() {
    return [...this.held.values()].map(([key]) => key);
  }

  values() {
    return [...this.held.values()].map(([, value]) => value);
  }

  items() {
    return [...this.held.values()];
  }

  /** @param {Iterable<[any, any]>} pairs */
  update(pairs) {
    for (const [key, value] of pairs) this.put(key, value);
  }
}

/** A dictionary that makes what it does not hold. */
class Made extends Dict {
  /** @param {() => any} make */
  constructor(make) {
    super();
    this.make = make;
  }

  /** @param {any} key @param {any} [other] */
  get(key, other) {
    if (!this.has(key) && other === undefined) this.put(key, this.make());
    return super.get(key, other);
  }
}

/** A set. */
class Held {
  /** @param {Iterable<any>} items */
  constructor(items) {
    this.held = new Map([...items].map((each) => [keyed(each), each]));
  }

  get size() {
    return this.held.size;
  }

  [Symbol.iterator]() {
    return this.held.values();
  }

  /** @param {any} item */
  has(item) {
    return this.held.has(keyed(item));
  }

  /** @param {any} item */
  add(item) {
    this.held.set(keyed(item), item);
  }

  pop() {
    const [item] = this;
    this.held.delete(keyed(item));
    return item;
  }
}

/** What a pattern was looked for and is there: its groups, and where it begins and ends. */
class Match {
  /** @param {RegExpMatchArray} hit */
  constructor(hit) {
    this.hit = hit;
  }

  /** @param {number | string} group */
  get(group) {
    return (typeof group === 'number' ? this.hit[group] : this.hit.groups?.[group]) ?? null;
  }

  groups() {
    return [...this.hit].slice(1).map((each) => each ?? null);
  }

  start() {
    return this.hit.index ?? 0;
  }

  end() {
    return this.start() + this.hit[0].length;
  }

  /** @returns {string | null} the name of its last group that took part */
  get lastgroup() {
    const names = Object.entries(this.hit.groups ?? {}).filter(([, text]) => text !== undefined);
    return names.length ? names[0][0] : null;
  }
}

/** What the classes of Python hold. @type {Record<string, string>} */
const CLASSES = {
  w: '\\p{L}\\p{N}_',
  d: '\\p{Nd}',
  s: '\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000',
};

/** @param {string} source @returns {string} a pattern of Python as JavaScript has it; ours keep to what both have */
function inScript(source) {
  let isClass = false;
  return source
    .replaceAll('(?P<', '(?<')
    .replaceAll('[^\\W\\d_]', '\\p{L}')
    .replace(/\\(.)|./gsu, (part, sign) => {
      const held = CLASSES[sign?.toLowerCase()];
      if (held) return isClass ? held : `[${sign in CLASSES ? '' : '^'}${held}]`;
      if (sign === undefined) isClass = part === '[' || (isClass && part !== ']');
      if (sign === 'b') return `(?![${CLASSES.w}])`;
      return /["'#<>]/.test(sign ?? '') ? sign : part;
    });
}

/** A regular expression. */
export class Pattern {
  /** @param {string} given @param {boolean} [isLoose] whether capitals make no difference */
  constructor(given, isLoose = false) {
    const [source, flags] = [inScript(given), isLoose ? 'iu' : 'u'];
    this.one = new RegExp(source, flags);
    this.every = new RegExp(source, `${flags}g`);
    this.here = new RegExp(source, `${flags}y`);
    this.whole = new RegExp(`^(?:${source})$`, flags);
  }

  /** @param {RegExpMatchArray | null} hit */
  static matched = (hit) => (hit ? new Match(hit) : null);

  /** @param {string} text */
  search(text) {
    return Pattern.matched(this.one.exec(text));
  }

  /** @param {string} text @param {number} [at] */
  match(text, at = 0) {
    this.here.lastIndex = at;
    return Pattern.matched(this.here.exec(text));
  }

  /** @param {string} text */
  fullmatch(text) {
    return Pattern.matched(this.whole.exec(text));
  }

  /** @param {string} text @param {number} [at] */
  finditer(text, at = 0) {
    const all = [];
    this.every.lastIndex = at;
    for (let hit = this.every.exec(text); hit; hit = this.every.exec(text)) {
      all.push(new Match(hit));
      if (!hit[0]) this.every.lastIndex += (text.codePointAt(this.every.lastIndex) ?? 0) > 0xffff ? 2 : 1;
    }
    return all;
  }

  /** @param {string} text */
  findall(text) {
    return this.finditer(text).map((match) => (match.hit.length > 1 ? (match.hit[1] ?? '') : match.hit[0]));
  }

  /** @param {string | ((match: Match) => string)} into @param {string} text */
  sub(into, text) {
    if (typeof into === 'string') return text.replace(this.every, template(into));
    let [made, at] = ['', 0];
    for (const match of this.finditer(text)) {
      made += text.slice(at, match.start()) + into(match);
      at = match.end();
    }
    return made + text.slice(at);
  }

  /** @param {string} text */
  split(text) {
    return text.split(this.one);
  }
}

/** @type {Map<string, string>} */
const templates = new Map();

/** @param {string} into @returns {string} what is put in place of a match, as JavaScript writes it */
function template(into) {
  let made = templates.get(into);
  if (made === undefined) {
    made = into
      .replace(/\$/g, '$$$$')
      .replace(/\\g<0>/g, '$$&')
      .replace(/\\g<(\w+)>/g, '$$<$1>')
      .replace(/\\(\d)/g, '$$$1');
    templates.set(into, made);
  }
  return made;
}

/** A value that is none of its kind. */
export class ValueError extends Error {}

// ------------------------------------------------------------------------------------------------- operators

/** @param {any} value */
export function truth(value) {
  if (Array.isArray(value)) return value.length > 0;
  return value instanceof Dict || value instanceof Held ? value.size > 0 : Boolean(value);
}

/** @param {any} a @param {any} b @returns {boolean} */
export function equal(a, b) {
  if (a === b || (a == null && b == null)) return true;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((each, at) => equal(each, b[at]));
  if (a instanceof Held && b instanceof Held) return within(a, b) && within(b, a);
  return false;
}

/** @param {any} a @param {any} b @returns {boolean} `a <= b` */
export const within = (a, b) => (a instanceof Held ? [...a].every((each) => b.has(each)) : a <= b);

/** @param {any} holder @param {any} item */
export function has(holder, item) {
  if (typeof holder === 'string') return holder.includes(item);
  return Array.isArray(holder) ? holder.some((each) => equal(each, item)) : holder.has(item);
}

/** @param {any} a @param {any} b */
export const add = (a, b) => (Array.isArray(a) ? [...a, ...b] : a + b);

/** @param {any} a @param {any} b */
export const sub = (a, b) => (a instanceof Held ? new Held([...a].filter((each) => !b.has(each))) : a - b);

/** @param {any} a @param {any} b */
export function mul(a, b) {
  if (typeof a === 'string') return a.repeat(b);
  return Array.isArray(a) ? Array.from({ length: a.length * b }, (_, at) => a[at % a.length]) : a * b;
}

/** @param {any} a @param {Iterable<any>} b */
export function iadd(a, b) {
  if (!Array.isArray(a)) return a + b;
  a.push(...b);
  return a;
}

/** @param {any} a @param {Iterable<any>} b */
export function ior(a, b) {
  for (const each of b) a.add(each);
  return a;
}

/** @param {any} a @param {() => any} b */
export const any_of = (a, b) => (truth(a) ? a : b());

/** @param {any} a @param {() => any} b */
export const all_of = (a, b) => (truth(a) ? b() : a);

/** @param {any} of @param {any} key */
export function get(of, key) {
  if (of instanceof Dict || of instanceof Match) return of.get(key);
  return of[key < 0 ? of.length + key : key];
}

/** @param {any} of @param {any} key @param {any} value */
export const put = (of, key, value) =>
  of instanceof Dict ? of.put(key, value) : (of[key < 0 ? of.length + key : key] = value);

/** @param {any} of @param {number | null} from @param {number | null} to */
export const slice = (of, from, to) => (Array.isArray(of) ? Array.from(of) : of).slice(from ?? 0, to ?? undefined);

/** @param {any[]} of @param {number | null} from @param {number | null} to @param {any[]} items */
export const splice = (of, from, to, items) => of.splice(from ?? 0, (to ?? of.length) - (from ?? 0), ...items);

/** @param {any} value @param {any[]} kinds */
export const isinstance = (value, kinds) =>
  kinds.some((kind) => {
    if (kind === str) return typeof value === 'string';
    if (kind === bool) return typeof value === 'boolean';
    if (kind === int) return Number.isInteger(value) || typeof value === 'boolean';
    return kind === float ? typeof value === 'number' : value instanceof kind;
  });

/** @param {any} of @param {string} name @returns {any} what is made when it is first asked for */
export function made(of, name) {
  const value = of[`${name}_made`]();
  Object.defineProperty(of, name, { value });
  return value;
}

/** @param {(text: string) => any} make @returns {(text: string) => any} */
export function memo(make) {
  /** @type {Map<string, any>} */
  const known = new Map();
  return (text) => {
    if (known.size > MOST_KNOWN) known.clear();
    if (!known.has(text)) known.set(text, make(text));
    return known.get(text);
  };
}

// ------------------------------------------------------------------------------------------ texts and lists

const NAMED = /\{(\w+)\}/g;
const LINE_ENDS = /\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/;
const BLANK = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;
const BLANKS = new RegExp(`${BLANK.source}+`);

/** @param {string} text @param {string | undefined} signs @param {boolean} left @param {boolean} right
 * @returns {string} it without these signs, or blanks, at its ends */
function stripped(text, signs, left, right) {
  const goes = (/** @type {number} */ at) => (signs ? signs.includes(text[at]) : BLANK.test(text[at]));
  let [start, end] = [0, text.length];
  while (left && start < end && goes(start)) start += 1;
  while (right && end > start && goes(end - 1)) end -= 1;
  return text.slice(start, end);
}

/** @type {Record<string, (text: string, ...more: any[]) => any>} */
const TEXT = {
  casefold: (text) => text.toLowerCase(),
  lower: (text) => text.toLowerCase(),
  upper: (text) => text.toUpperCase(),
  isalnum: (text) => /^[\p{L}\p{N}]+$/u.test(text),
  isalpha: (text) => /^\p{L}+$/u.test(text),
  isdecimal: (text) => /^\p{Nd}+$/u.test(text),
  isascii: (text) => /^[\x00-\x7f]*$/.test(text),
  lstrip: (text, signs) => stripped(text, signs, true, false),
  rstrip: (text, signs) => stripped(text, signs, false, true),
  strip: (text, signs) => stripped(text, signs, true, true),
  startswith: (text, starts) => [starts].flat().some((each) => text.startsWith(each)),
  split: (text, mark) => (mark ? text.split(mark) : text.split(BLANKS).filter((each) => each)),
  splitlines: (text) =>
    text ? text.replace(/(?:\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029])$/, '').split(LINE_ENDS) : [],
  join: (text, items) => [...items].join(text),
  replace: (text, old, now) => text.replaceAll(old, () => now),
  count: (text, part) => text.split(part).length - 1,
  translate: (text, table) => text.replace(/./gsu, (letter) => table.get(letter.codePointAt(0), letter)),
  format: (text, values) => text.replace(NAMED, (all, name) => (Object.hasOwn(values, name) ? str(values[name]) : all)),
};

/** @type {Record<string, (list: any[], ...more: any[]) => any>} */
const LIST = {
  append: (list, item) => list.push(item),
  pop: (list, at) => list.splice(at ?? list.length - 1, 1)[0],
  index: (list, item) => list.findIndex((each) => equal(each, item)),
  count: (list, item) => list.filter((each) => equal(each, item)).length,
  remove: (list, item) => list.splice(LIST.index(list, item), 1),
};

/** @param {any} of @param {string} name @param {...any} more @returns {any} what a method of a text or a list gives */
export function method(of, name, ...more) {
  if (typeof of === 'string') return TEXT[name](of, ...more);
  return Array.isArray(of) ? LIST[name](of, ...more) : of[name](...more);
}

// ------------------------------------------------------------------------------------------------- functions

/** @param {any} [value] */
export function str(value) {
  if (value == null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return value.__str__?.() ?? String(value);
}

/** @param {any} value */
export const bool = (value) => truth(value);

/** @param {any} value */
export const int = (value) => Math.trunc(Number(value));

/** @param {number} code */
export const chr = (code) => String.fromCodePoint(code);

/** @param {any} value */
export const float = (value) => Number(value);

/** @param {any} value */
export const repr = (value) => `'${value}'`;

/** @param {any} value @param {string} how */
export const formatted = (value, how) =>
  how === ',' ? value.toLocaleString('en') : String(value).padStart(Number(how), '0');

/** @param {any} value @returns {number} */
export const len = (value) => value.length ?? value.size;

/** @param {Iterable<any>} [items] */
export const list = (items = []) => Array.from(items);
export const tuple = list;

/** @param {Iterable<any>} [items] */
export const set = (items = []) => new Held(items);

/** @param {Iterable<[any, any]>} [pairs] */
export const dict = (pairs = []) => new Dict(pairs instanceof Dict ? pairs.items() : pairs);

/** @param {Iterable<any>} keys */
export const dict_fromkeys = (keys) => new Dict([...keys].map((key) => [key, null]));

/** @param {() => any} make */
export const defaultdict = (make) => new Made(make);

/** @param {Iterable<any>} items */
export const any = (items) => [...items].some(truth);

/** @param {Iterable<any>} items */
export const all = (items) => [...items].every(truth);

/** @param {Iterable<number>} items */
export const sum = (items) => [...items].reduce((all, each) => all + each, 0);

/** @param {any} make @param {Iterable<any>} items */
export const map = (make, items) => [...items].map((each) => make(each));

/** @param {Iterable<any>} items */
export const iter = (items) => items[Symbol.iterator]();

/** @param {any} items @param {any} [other] */
export function next(items, other) {
  const { value, done } = (items.next ? items : iter(items)).next();
  return done ? other : value;
}

/** @param {number} from @param {number} [to] @param {number} [step] */
export function* range(from, to, step = 1) {
  const [start, end] = to === undefined ? [0, from] : [from, to];
  for (let at = start; step > 0 ? at < end : at > end; at += step) yield at;
}

/** @param {Iterable<any>} items @param {{start: number}} [how] */
export const enumerate = (items, { start } = { start: 0 }) => [...items].map((each, at) => [start + at, each]);

/** @param {...Iterable<any>} all */
export function zip(...all) {
  const lists = all.map((each) => [...each]);
  return lists[0].map((_, at) => lists.map((each) => each[at]));
}

/** @param {any} a @param {any} b @returns {number} */
function compared(a, b) {
  if (!Array.isArray(a)) return Number(a > b) - Number(a < b);
  const at = a.findIndex((each, place) => place >= b.length || compared(each, b[place]));
  if (at < 0) return a.length - b.length;
  return at >= b.length ? 1 : compared(a[at], b[at]);
}

/** @param {Iterable<any>} items @param {{key?: (each: any) => any}} [how] */
export const sorted = (items, { key = (each) => each } = {}) => [...items].sort((a, b) => compared(key(a), key(b)));

/** @param {any[]} all Items and how they are compared, or numbers. */
export function max(...all) {
  if (typeof all[0] === 'number') return Math.max(...all);
  const [items, { key = (/** @type {any} */ each) => each, default: other }] = all;
  const better = (/** @type {any} */ best, /** @type {any} */ each) =>
    best === undefined || key(each) > key(best) ? each : best;
  return [...items].reduce(better, undefined) ?? other;
}

/** @param {...number} all */
export const min = (...all) => Math.min(...all);

/** @param {(each: any) => any} test @param {Iterable<any>} items */
export const filter = (test, items) => [...items].filter(test ?? truth);

export const math_ceil = Math.ceil;
export const math_floor = Math.floor;
export const math_sqrt = Math.sqrt;

/** @param {any} value */
export const abs = (value) => Math.abs(value);

/** @param {any} of @param {object} changes @returns {any} a copy with other values */
export const replace = (of, changes) => Object.assign(Object.create(Object.getPrototypeOf(of)), of, changes);

/** @param {Iterable<number>} items */
export function accumulate(items) {
  let sum = 0;
  return [...items].map((each) => (sum += each));
}

/** @param {number[]} items @param {number} value @returns {number} how many are below it */
export const bisect_left = (items, value) => items.filter((each) => each < value).length;

/** @param {number[]} items @param {number} value @returns {number} how many are not above it */
export const bisect_right = (items, value) => items.filter((each) => each <= value).length;

/** @param {Iterable<any>} items */
export function Counter(items) {
  const counts = new Dict();
  for (const each of items) counts.put(each, counts.get(each, 0) + 1);
  return counts;
}

/** @param {string} form @param {string} text */
export const unicodedata_normalize = (form, text) => text.normalize(form);

/** @param {string} letter @returns {string} its category, as far as that is asked for: pictures and marks */
export const unicodedata_category = (letter) =>
  ['So', 'Cf', 'Co', 'Sk', 'M'].find((each) => CATEGORIES[each].test(letter)) ?? 'Lu';
/** @type {Record<string, RegExp>} */
const CATEGORIES = { So: /\p{So}/u, Cf: /\p{Cf}/u, Co: /\p{Co}/u, Sk: /\p{Sk}/u, M: /\p{M}/u };

/** @param {string} text */
export function json_loads(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new ValueError(text);
  }
}

/** @param {string} a @param {string} b @returns {number} letters that both share in order, the longest runs first */
function matching(a, b) {
  let size = 0,
    inA = 0,
    inB = 0;
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

/** The three most alike. @param {string} text @param {Iterable<string>} all @param {{cutoff: number}} how
 * @returns {string[]} */
export function difflib_get_close_matches(text, all, { cutoff }) {
  /** @type {[number, string][]} */
  const scored = [];
  for (const each of all) {
    const both = each.length + text.length;
    if (2 * Math.min(each.length, text.length) < cutoff * both) continue;
    const score = (2 * matching(each, text)) / both;
    if (score >= cutoff) scored.push([score, each]);
  }
  scored.sort((a, b) => b[0] - a[0] || (a[1] < b[1] ? 1 : -1));
  return scored.slice(0, 3).map(([, each]) => each);
}
