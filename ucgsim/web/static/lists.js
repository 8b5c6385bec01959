/**
 * Decklists as people paste them, read with the counts of ucgsim/decks/reading.py: what is not clear is asked for and
 * never guessed, and what only Python reads is one line that says so.
 *
 * @typedef {import('./cards.js').Cards} Cards
 * @typedef {{line: number, text: string, message: string, candidates: string[]}} ListProblem `line` 0: all of the list
 * @typedef {{name: string, counts: Map<string, number>, problems: ListProblem[], notes: string[]}} ReadList
 * @typedef {{line: number, card: string, count: unknown, rest: string, level: string, sure: boolean, given: boolean}}
 *   Entry `sure`: meant as a card, and no heading
 */

import { nameOf, plain, titleOf, within, wordsOf } from './cards.js';
import { _, listed } from './language.js';
import { LinkError, fromLink, isLink } from './link.js';

const MOST_LETTERS = 500_000;
const MOST_LINES = 25_000;
const LONGEST_LINE = 1_000;
const MOST_COPIES = 999;
const MOST_SHOWN = 10;
const MOST_PROBLEMS = 50;
const MOST_NEAREST = 10;
const MOST_APART = 12;
const HIGHEST_LEVEL = 9;
const MOST_OF_A_CARD = 4;
const rightLine = () => _("a line is like '4 BP01-012 Ultraman Arc'");
const onlyPython = () => _('is not read here; save it as a file, which `ucgsim deck convert FILE` may read');

/** Where in a list something is wrong, as its message begins. @param {number} line @returns {string} */
export const placed = (line) => (line ? _('line {line}: ', { line }) : '');

/** @param {string} source @param {string} [flags] @returns {RegExp} one in which `\w` is any letter, as in Python */
function re(source, flags = 'iu') {
  return new RegExp(source.replace(/(\[[^\]]*?)\\w/g, '$1\\p{L}\\p{N}_').replace(/\\w/g, '[\\p{L}\\p{N}_]'), flags);
}
const KNOWN = '(?:(?:BP|SD|EXD|UD)\\d{2}-\\d{3}|PR-\\d{3,4}|Y\\d{2}-P\\d{3})';
const OTHER = '[A-Z]{1,4}(?:\\d{2})?-[A-Z]?\\d{3,4}';
const MARK =
  '(?:\\((?!\\s*[x×*]?\\s*[1-9]\\d*\\s*[x×*]?\\s*\\))[^()]*\\)|[A-Z]{2}\\d{2}-?Re' +
  '|(?:AP-S|AP|SSSP|SP|UR|ExP)(?:\\d{2})?)\\s*';
const NUMBER = re(`(?<![A-Z0-9])(?:${MARK})*(?:${KNOWN}|${OTHER})(?:[_-][A-Z]?\\d{1,2})?(?!\\w)`, 'giu');
const BEHIND = re(`(${KNOWN}|${OTHER})[_-][A-Z]?\\d{1,2}$`);
const BASE = re(`^(?:(?:.*(?:[^A-Z]|ExP|SSSP|SP|AP|UR|Re))?(${KNOWN})|(?:.*(?:[^A-Z]|ExP|Re))?(${OTHER}))$`);
const N = '(\\d+)(?![.,:⁄]?\\d)';
const UNIT = '(?:枚|張|张|장|개|cop(?:y|ies)(?!\\w)|pcs?(?!\\w))';
const FRONT = re(`^[(\\[]?\\s*${N}(?:(?<=^[(\\[]\\s*\\d+)\\s*[)\\]])?(?=[\\s,;:|]|$)\\s*(?:of\\s)?`);
const STRONG = [
  re(`(?<![\\w.,/+-])[x×*]\\s*${N}(?:\\s*${UNIT}|(?![\\w/]))`, 'giu'),
  re(`(?<![\\w./+-])${N}\\s*(?:[x×*](?!\\w)|${UNIT})`, 'giu'),
  re(`(?<!\\w)(?:qty|quantity|count|copies|amount|枚数|数量)\\s*[:=.]?\\s*${N}(?![\\w./])`, 'giu'),
];
const BEHIND_IT = re(`^[\\s)\\]:,;=|–>-]*[(\\[]?${N}(?=[\\s,;|)\\]]|$)`);
const AT_END = re(`[=([|,;]\\s*${N}\\s*[)\\]|]?\\s*$`);
const TRACE = re(
  '枚|×|(?<!\\w)(?:[一二三四五六七八九十]|copies|copy|playset|qty|quantity|one|two|three|four|five|six' +
    '|twice)(?!\\w)|(?<!\\d)[1-9]\\d?(?!\\d)',
);
const LEVEL = re('(?<!\\w)(?:lv\\.?|lvl\\.?|level|round|レベル)\\s*(\\d)(?!\\w)', 'giu');
const SET = '([A-Z]{2,4}\\d{2}|PR)';
const LOOSE = re(
  `(?<![A-Z0-9])(?:[(\\[]\\s*${SET}\\s*[)\\]]|${SET})\\s?[-_./#]?\\s?(\\d{3})` +
    '(?:[_-](?!x\\d)[A-Z]{1,4}\\d{0,2}|([_-]\\d{1,2})|(?:S?R{1,4}|P\\d{0,2}|S{1,3}P|UR|AP))?' +
    '(?=[^A-Z0-9_-]|[-_](?![A-Z0-9])|$|[x×*]\\d)',
  'giu',
);
const LOOSE_YEAR = /(?<![A-Z0-9])(Y\d{2})[-_ ]?P(\d{3})(?![A-Z0-9])/gi;
const LONE = re('(?<!\\w)\\d+(?!\\w)', 'gu');
const COUNT_ALONE = re(`^[^\\w]*[x×*]?\\s*\\d+\\s*(?:[x×*]|${UNIT})?[^\\w]*$`);
const MARKS = re("\\*\\*|__|[`\"“”{}]|(?<!\\w)'|'(?!\\w)", 'gu');
const START = '(?=(?:(?:BP|SD|EXD|UD)\\d{2}[-_ ]?\\d{3}|PR[-_ ]?\\d{3}|Y\\d{2}[-_ ]?P\\d{3}))';
const GLUED = re(`(?<![\\w/-])(?:(\\d{1,2})[x×*]?|[x×*](\\d{1,2}))${START}`, 'giu');
const NEARLY = re(
  '(?<![A-Z0-9])(?:(?:BP|B[P8]O|SD|EXD|UD)[0-9OIL]{1,3}\\s?[-_]?\\s?[0-9OIL]{1,4}' +
    '|[A-Z]{2,4}\\d{1,2}[-_]\\d{1,5}|PR\\s?[-_]\\s?\\d{1,5}|[A-Z]{1,3}P[0-9OIL]{2}-[0-9OIL]{1,4})(?![A-Z0-9])',
);
const BEFORE_NAME = re(`^(?:${N}(?:[x×*]|\\s[×*]|\\s*枚|\\s(?:copies\\s)?of(?=\\s))?|[x×*]${N})\\s+`);
/** Words about cards begin so as well. */
const GLUED_BEFORE_NAME = re('^(\\d{1,3})枚[・、,:]?(?=\\w)');
const BEHIND_NAME = re(
  '(?:\\s[x×*]\\s*|[(\\[]\\s*[x×*]\\s*|\\s×?(?=\\d+\\s*[x×*枚]$)|([=|;:,])\\s*)' + `${N}\\s*[x×*枚)\\]]?$`,
);
/** A product's code alone, as titles have it. */
const PRODUCT = re(
  '(?<![A-Z0-9])(?:BP|SD|EXD|UD)\\d\\d(?![A-Z0-9]|[\\s\\-_./#)\\]]*(?:\\d|[OIL]{1,4}(?![A-Z0-9])))',
  'giu',
);
const STANDS_ALONE = /(?<![A-Z0-9])\d{1,3}(?![A-Z0-9])|[x×]\s*\d|\d\s*[x×]/i;
const BY_PLACE = re(
  `^(\\d{1,3})[x×*]?\\s+(\\S.*?)\\s+(?:[(\\[]\\s*${SET}\\s*[)\\]]|${SET})\\s+(\\d{1,2})(?:\\s*\\*\\w\\*)?$`,
);
/** Numbers in circles, and counts in Japanese. */
const CIRCLED = /[\u2460-\u2473\u2776-\u277f\u2780-\u2793\u24f5-\u24fe]/gu;
const ONES = '一二三四五六七八九';
const IN_KANJI = re(`(?<![百十${ONES}])[十${ONES}]{1,3}(?=\\s*[枚張张])|(?<=×)\\s*[十${ONES}]{1,3}(?!\\w)`, 'gu');
/** Where a count begins behind a name: a large X belongs to the name of a hero. */
const GLUED_TO_NAME =
  /(?<=\p{L})(?=×\s*\d|\d{1,3}\s*枚)|(?<=\p{L})(?<![a-zA-Z])(?=x\s*\d{1,3}(?:枚|(?![\p{L}\p{N}_-])))/gu;
const BEHIND_RARITY = /\((?:C|U|R{1,4}|SR|SSR|UR|SP|AP|P)\)(\d{1,2})(?=\s|枚|$)/gi;
/** What a chat shows below a message; a star before a count is none. */
const EMOJI =
  '[\\u2600-\\u2604\\u2607-\\u2714\\u2717-\\u2775\\u2794-\\u27bf\\u2b00-\\u2bff\\u{1f000}-\\u{1faff}\\ufe0f\\u200d]+';
const REACTIONS = new RegExp(`^\\s*(?:(?:${EMOJI}\\s*\\d{1,4}\\s*)+|(?:\\d{1,4}\\s*${EMOJI}\\s*)+)$`, 'u');
const RULE = /^[\s|:+=_*~.#>\u2500-\u257f\u2014\u2013-]*$/;
const SUM = '[^\\w]*(?:\\(?\\d+\\)?(?:\\s*cards?)?)?[^\\w]*$';
const BESIDE = re(`^[^\\w]*(?:side ?(?:board|deck)|sb|maybe ?board|considering|reserves?)${SUM}`);
const MAIN = re(`^[^\\w]*(?:(?:main\\s*)?(?:deck|board)(?:\\s*list)?${SUM}|main[^\\w]*$)`);
const COPIES_ALONE = /^(?:[x×*]\s?\d{1,2}|\d{1,2}\s?(?:[x×*]|枚))$/i;
/** How Japanese lists write a heading. */
const BRACKETED = /^【[^【】]*】$/;
const COUNTED_NOUN = re('^(?:[a-z]+\\s+)?\\d+\\s+(?:cards?|scenes?|heroes|kaiju|monsters|characters)(?!\\w)');
const ABOUT_LINE = re(
  '^[^\\w]*(?:deck ?name|format|event|tournament|player|author|date|デッキ名|フォーマット|大会名?' +
    '|プレイヤー|使用者|作成者|日付)\\s*:',
);
const HEADING_WORDS = re(
  '^(?:シーン|キャラ|キャラクター|(?:ウルトラ)?(?:ヒーロー|怪獣|メカ)|レベル|ラウンド|合計|計|総数|全部?|枚' +
    '|メイン|(?:メイン)?デッキ(?:リスト|レシピ)?|レシピ|リスト|カード|a|all|basic|the|in|of|lvl?|main|mainboard|maindeck|mech|power|size|speed|sum|ultra' +
    '|unique|zero|(?:board|card|character|count|deck|decklist|hero|kaiju|level|list|monster|number|round|scene|total' +
    '|type)(?:s|es)?)$',
);
const PRINTS = new Set('c u r rr rrr rrrr sr ssr ur sp ap p foil holo alt art parallel'.split(' '));
const COMMON = new Set(['x', 'z', 'if', 'max']);
const CONFUSING = re('(?<!\\w)(?:\\d+|x|one|two|three|four|five|six)(?!\\w)');
const COUNT_COMMENT = re('^\\s*(?:[x×*]\\s*\\d|\\d{1,3}\\s*(?:[x×]|枚|cop(?:y|ies)|$))');
const NUMBER_KEYS = [
  'basecardkey',
  'cardnumber',
  'cardno',
  'cardid',
  'cardcode',
  'number',
  'key',
  'code',
  'id',
  'no',
  'card',
  'カード番号',
  '番号',
];
const OFFICIAL_KEYS = ['id', 'cardid'];
const COUNT_KEYS = ['count', 'quantity', 'qty', 'copies', 'amount', '枚数', '数量'];
const NAME_KEYS = ['name', 'cardname', 'detailname', 'title', 'カード名', '名前'];
const JSON_COUNT_KEYS = [...COUNT_KEYS, 'num', 'n'];
const JSON_TEXT = /^\s*(?:\[\s*[{["]|\{\s*")/;
const ABOUT = new Set(
  (
    'name title version generatedat format author total size description date created updated url ' +
    'source id game rules count quantity notes tags legal'
  ).split(' '),
);

/** @param {string} text @returns {boolean} whether something in it was meant as a card number and is none */
function isNearlyANumber(text) {
  const left = text.replace(PRODUCT, ' ');
  return NEARLY.test(left) || (left !== text && STANDS_ALONE.test(left));
}

/** @param {string} sign @returns {number} */
function circled(sign) {
  const code = sign.charCodeAt(0);
  const first = [0x2776, 0x2780, 0x278a, 0x24f5].find((each) => code >= each && code < each + 10) ?? 0x2460;
  return code - first + 1;
}

/** @param {string} kanji @returns {string} a number below a hundred; itself where it is none */
function inDigits(kanji) {
  const match = /^\s*(?:([二三四五六七八九])?(十))?([一二三四五六七八九])?$/.exec(kanji);
  const tens = match?.[2] ? 10 * (match[1] ? ONES.indexOf(match[1]) + 1 : 1) : 0;
  return match ? `${tens + (match[3] ? ONES.indexOf(match[3]) + 1 : 0)}` : kanji;
}

/** @param {string} line @returns {string} its words: no markup, addresses and bullets, numbers as we write them */
function bareLine(line) {
  let text = line
    .replace(/[✕✖⨯╳]/g, '×')
    .replace(CIRCLED, (sign) => ` ${circled(sign)} `)
    .replace(/\[([^[\]]{1,200})\]\([^()\s]{0,500}\)/g, '$1');
  text = text
    .replace(/&amp;/g, '&')
    .replace(/&#39;/g, "'")
    .replace(/(?:https?:\/\/|www\.)[^\s)>"']+/gi, ' ');
  text = text.replace(MARKS, ' ');
  if (/[^\x00-\x7f]/.test(text)) text = text.replace(/[\p{So}\p{Cf}\p{Co}\p{Sk}\ufe0f]/gu, ' ');
  text = plain(text.replace(/\t/g, '|')).replace(/^[| ]+|[| ]+$/g, '');
  text = text.replace(IN_KANJI, inDigits).replace(GLUED_TO_NAME, ' ').replace(BEHIND_RARITY, ' x$1').trim();
  text = text.replace(/^(?:[-*•·–>]\s+|[•·●■▪◦]\s*)+(?:\[[ xX]?\]\s+)?/, '');
  text = text.replace(GLUED, (_, before, times) => (before ? `${before}x ` : `x${times} `));
  text = text.replace(LOOSE, (all, inside, code, digits, print, at, whole) => {
    const apart = /[\p{L}\p{N}×*]/u.test(whole.charAt(at + all.length)) ? ' ' : '';
    return `${inside ?? code}-${digits}${print ? ` _${print.slice(1)}` : ''}${apart}`;
  });
  return text.replace(LOOSE_YEAR, '$1-P$2');
}

/** @typedef {{card: string, at: number, end: number}} Place a card number in a text */
/** @param {string} text @returns {Place[]} card numbers, those in brackets only where no other is */
function cardNumbers(text) {
  const opening = /^[([]\s*[1-9]\d*\s*[)\]]/.exec(text)?.[0].length ?? 0;
  const all = [...' '.repeat(opening).concat(text.slice(opening)).matchAll(NUMBER)].map((match) => ({
    card: match[0].replace(BEHIND, '$1'),
    at: match.index ?? 0,
    end: (match.index ?? 0) + match[0].length,
  }));
  const outside = all.filter(({ at }) => text.slice(0, at).split('(').length === text.slice(0, at).split(')').length);
  return outside.length ? outside : all;
}

/** @param {string} text @returns {string} the card number that a text is, without what marks a print; else blank */
function baseNumber(text) {
  const match = BASE.exec(plain(text));
  return (match?.[1] ?? match?.[2] ?? '').toUpperCase();
}

/** @param {string} bare @returns {boolean} whether a line is a heading or a total by its words */
function isHeading(bare) {
  if ([BESIDE, MAIN, BRACKETED, COUNTED_NOUN, ABOUT_LINE].some((each) => each.test(bare)))
    return !cardNumbers(bare).length;
  const words = bare.toLowerCase().match(/\p{L}+/gu) ?? [];
  return (
    words.every((word) => HEADING_WORDS.test(word)) && words.some((word) => !/^(?:zero|hero|ultra|枚)$/.test(word))
  );
}

/** @param {string} line @returns {[string, string]} a line and the comment behind it */
function uncommented(line) {
  const match = /#|\s\/\//.exec(line);
  if (!match) return [line, ''];
  const [before, behind] = [line.slice(0, match.index), line.slice(match.index + match[0].length)];
  const inside = match[0] === '#' && !cardNumbers(bareLine(before)).length && cardNumbers(bareLine(behind)).length > 0;
  return inside ? [`${before} ${behind}`, ''] : [before, behind];
}

/** @param {string[]} lines @returns {string[]} where numbers in circles count 1, 2, 3 they are no counts of cards */
function numberedInCircles(lines) {
  const firsts = lines.map((line) => line.trim().charAt(0)).filter((sign) => sign.match(CIRCLED));
  if (firsts.length < 2 || firsts.some((sign, at) => circled(sign) !== at + 1)) return lines;
  return lines.map((line) =>
    line.trim().charAt(0).match(CIRCLED) ? `${circled(line.trim())}. ${line.trim().slice(1)}` : line,
  );
}

/** @param {string[]} lines @returns {string[]} cards over several lines, as the text of a picture is, each in its first */
function cardsJoined(lines) {
  const joined = [...lines];
  for (let at = 0; at + 1 < lines.length; at += 1) {
    const bare = lines[at].length > LONGEST_LINE ? '' : bareLine(lines[at]);
    if (
      !bare ||
      cardNumbers(bare)
        .map(({ card, end }) => (end === bare.length ? card : ''))
        .join() !== bare
    )
      continue;
    for (const end of [at + 1, at + 2]) {
      const next = end < lines.length && lines[end].length < LONGEST_LINE ? bareLine(lines[end]) : '';
      if (COPIES_ALONE.test(next)) {
        joined.splice(at, end - at + 1, lines.slice(at, end + 1).join(' '), ...Array(end - at).fill(''));
        break;
      }
      if (end >= lines.length || cardNumbers(next).length) break;
    }
  }
  return joined;
}

/** A list that is being read. */
class Reading {
  /** @param {Cards} cards */
  constructor(cards) {
    this.cards = cards;
    /** @type {Entry[]} */
    this.entries = [];
    /** @type {ListProblem[]} */
    this.problems = [];
    /** @type {Set<number>} */
    this.skipped = new Set();
    this.name = '';
    this.beside = false;
    this.leftOut = 0;
    this.asked = 0;
  }

  /** @param {number} line @param {string} text @param {string} what @param {string[]} [candidates] */
  wrong(line, text, what, candidates = []) {
    const named = text ? _('{text}: {problem}', { text: text.slice(0, 60), problem: what }) : what;
    this.problems.push({ line, text: text.slice(0, 60), message: `${placed(line)}${named}`, candidates });
  }

  /** @param {string} text @returns {string[]} numbers of cards that it may mean; not for a whole page of noise */
  near(text) {
    this.asked += 1;
    return this.asked > MOST_NEAREST ? [] : this.cards.nearest(text);
  }

  /** @param {number} line @param {string} card @param {unknown} count @param {Partial<Entry>} [more] */
  take(line, card, count, more = {}) {
    if (this.beside) this.leftOut += Number(count) || 0;
    else this.entries.push({ line, card, count, rest: '', level: '', sure: true, given: true, ...more });
  }

  /** @param {string} text */
  heading(text) {
    if (BESIDE.test(text)) this.beside = true;
    else if (MAIN.test(text) || (text && this.beside && !this.leftOut)) this.beside = false;
  }

  /** @param {string[]} given */
  lines(given) {
    const lines = cardsJoined(numberedInCircles(given));
    for (let at = 1; at <= lines.length; at += 1) {
      const line = lines[at - 1].trim();
      this.name ||=
        /^(?:(?:#|\/\/)\s*name|(?:(?:#|\/\/)\s*)?(?:deck ?name|デッキ名))\s*[:：]\s*(.*\S)/i
          .exec(line)?.[1]
          .slice(0, 200) ?? '';
      const head = /^(?:#|\/\/|$)/.test(line) ? null : findHead(line);
      if (head) at = this.table(lines, at, head);
      else if (/^(?:#|\/\/)/.test(line)) {
        this.heading(line.replace(/^[#/ ]+/, ''));
      } else if (RULE.test(line) || REACTIONS.test(line)) this.skipped.add(line ? at : 0);
      else if (line.length > LONGEST_LINE || /<(?:!--|\/?[a-z])/i.test(line)) this.wrong(at, line, onlyPython());
      else this.line(line, at);
    }
  }

  /** @param {string} line @param {number} at */
  line(line, at) {
    const apart = /^SB:\s*(?=\S)/i.exec(line)?.[0] ?? '';
    const [text, comment] = uncommented(line.slice(apart.length));
    const bare = bareLine(text);
    if (!bare || isHeading(bare)) {
      this.heading(bare);
      this.skipped.add(at);
      return;
    }
    const { beside } = this;
    this.beside ||= apart !== '';
    this.part(bare, at, comment);
    this.beside = beside;
  }

  /** @param {string} bare @param {number} at @param {string} comment */
  part(bare, at, comment) {
    const numbers = cardNumbers(bare);
    if (numbers.length < 2) {
      if (numbers.length) this.numbered(bare, numbers[0], at, comment);
      else if (!this.byPlace(bare, at)) this.named(bare, at);
      return;
    }
    const parts = bare.split(/[,;]/).filter((part) => part.trim());
    if (parts.every((part) => cardNumbers(part).length === 1)) {
      for (const part of parts) this.part(part.trim(), at, comment);
    } else if (!/[\p{L}\p{N}]/u.test(bare.replace(NUMBER, ''))) {
      for (const { card } of numbers) this.take(at, card, '1');
    } else
      this.wrong(
        at,
        numbers[0].card,
        _('shares its line with {card}; write a line for each card', { card: numbers[1].card }),
      );
  }

  /** @param {string} text @param {Place} number @param {number} at @param {string} comment */
  numbered(text, { card, at: start, end }, at, comment) {
    const known = this.cards.get(baseNumber(card));
    let before = text.slice(0, start).replace(/[([]\s*$/, ' ');
    let behind = text.slice(end);
    let rest = `${before} ${behind}`;
    const level = [...new Set([...rest.matchAll(LEVEL)].map((match) => match[1]))];
    for (const pattern of [...STRONG, LEVEL, FRONT]) rest = rest.replace(pattern, ' ');
    // A name from which a count could be read, such as that of a scene with a year, is blanked out first.
    for (const name of known ? [known.name, known.base, known.subtitle].filter((each) => CONFUSING.test(each)) : []) {
      const words = re(`(?<!\\w)${wordsOf(name).join('[^\\w]+')}(?!\\w)`, 'giu');
      [before, behind] = [before.replace(words, '~'), behind.replace(words, '~')];
    }
    for (const name of known ? known.abroad.map(plain).filter((each) => CONFUSING.test(each)) : []) {
      [before, behind] = [before.replaceAll(name, '~'), behind.replaceAll(name, '~')];
    }
    const own = wordsOf(known?.name ?? '');
    /** @param {string} part @returns {string} it without levels, and without words such as V2 of its name */
    const plainer = (part) =>
      part
        .replace(LEVEL, ' ')
        .replace(/\p{L}+\d[\p{L}\d]*/gu, (word) => (own.includes(word.toLowerCase()) ? '~' : word));
    [before, behind] = [plainer(before), plainer(behind)];
    if (/\d/.test(behind)) before = before.replace(/^\d{1,3}[.)]\s+/, '');
    /** @type {Set<string>} */
    const counts = new Set();
    /** @param {string} part @param {RegExp} pattern @returns {string} */
    const taken = (part, pattern) => part.replace(pattern, (_, count) => ` ${counts.add(count) && ''}`);
    for (const pattern of STRONG) [before, behind] = [taken(before, pattern), taken(behind, pattern)];
    [before, behind] = [taken(before, FRONT), taken(taken(behind, BEHIND_IT), AT_END)];
    const left = `${before} ~ ${behind}`.replace(/[([]?\d{2,3}\/\d{2,3}[)\]]?/g, ' ');
    const place = counts.size ? (known?.level ?? known?.round) : null;
    const other = (left.match(LONE) ?? []).filter((each) => Number(each) !== place);
    const [count] = counts;
    if (text.includes('~~')) this.wrong(at, card, _('is struck through; take the line out, or the marks'));
    else if (counts.size + other.length > 1) {
      const [one, two] = [...counts, ...other];
      this.wrong(at, card, _("has two counts, {one} and {two}; write it as in '4 {card}'", { one, two, card }));
    } else if (!counts.size && (TRACE.test(left) || other.length || COUNT_COMMENT.test(comment))) {
      this.wrong(at, card, _("has no clear count; write it as in '4 {card}'", { card }));
    } else this.take(at, card, count ?? '1', { rest, level: level.length === 1 ? level[0] : '' });
  }

  /** @param {string} text @param {number} at @returns {boolean} whether it is like `4 Ultraman Dyna (BP02) 46` */
  byPlace(text, at) {
    const [, count, name, inside, code, digits] = BY_PLACE.exec(text) ?? [];
    if (!count) return false;
    const card = `${(inside ?? code).toUpperCase()}-${digits.padStart(3, '0')}`;
    const place = Number(digits);
    const called = [...(this.cards.called.get(wordsOf(name).join(' ')) ?? [])].filter(
      (each) => each.slice(0, -4) === card.slice(0, -4),
    );
    // Up to nine it may be a level as well.
    const same = called.filter((each) => [this.cards.get(each)?.level, this.cards.get(each)?.round].includes(place));
    const sure = place > HIGHEST_LEVEL || (called.includes(card) && same.every((each) => each === card));
    if (sure) this.take(at, card, count, { rest: name });
    else
      this.wrong(
        at,
        name,
        _("ends in a level or in the last digits of {card}; write '{count} {card}'", { card, count }),
      );
    return true;
  }

  /** @param {string} text @param {number} at */
  named(text, at) {
    const glued = GLUED_BEFORE_NAME.exec(text);
    const before = BEFORE_NAME.exec(text) ?? glued;
    const cut = text.slice(before?.[0].length ?? 0);
    const behind = BEHIND_NAME.exec(cut);
    const name = (behind ? cut.slice(0, behind.index) : cut).replace(/^[ –:,;|-]+|[ –:,;|-]+$/g, '');
    const counts = [...new Set([before?.[1] ?? before?.[2], behind?.[2]])].filter((each) => each !== undefined);
    const alone = !/\p{L}/u.test(name) || COUNT_ALONE.test(text);
    if (alone || baseNumber(name) || /^[+-]\d/.test(text)) {
      this.wrong(at, text, _('holds no card, or no clear count; {right}', { right: rightLine() }));
    } else if (counts.length > 1)
      this.wrong(at, name, _('has two counts, {one} and {two}', { one: counts[0], two: counts[1] }));
    else {
      const sure = (counts.length > 0 && !(behind?.[1] && !before) && !glued) || isNearlyANumber(name);
      this.take(at, name, counts[0] ?? '1', { given: counts.length > 0, sure });
    }
  }

  /** @param {string[]} lines @param {number} at @param {Head} head @returns {number} the last line of the table */
  table(lines, at, head) {
    let end = at;
    for (; end < lines.length && (head.mark !== '|' || lines[end].includes('|')); end += 1) {
      const line = lines[end];
      if (RULE.test(line) || /^\s*(?:#|\/\/)/.test(line)) continue;
      const row = cellsOf(line, head.mark);
      const count = (row[head.count] ?? '').replace(/^[x×*]\s*|\s*[x×*枚]$/gi, '');
      const numbers = cardNumbers(bareLine(row[head.number] ?? ''));
      const name = bareLine(row[head.name ?? head.number] ?? '');
      if (line.split('"').length % 2 === 0) this.wrong(end + 1, line.trim(), onlyPython());
      else if (numbers.length > 1) this.wrong(end + 1, numbers[0].card, _('shares its row; write a row for each card'));
      else if (!count && cardNumbers(bareLine(row.join(' '))).length > numbers.length) {
        this.wrong(end + 1, line.trim(), _("stands in the table and is no row of it; a row is like 'BP01-012,4'"));
      } else if (!count && !numbers.length && !this.cards.named(name).length) this.skipped.add(end + 1);
      else if (!count) this.wrong(end + 1, numbers[0]?.card ?? name, _("has no count; a row is like 'BP01-012,4'"));
      else if (numbers.length) this.take(end + 1, numbers[0].card, count, { rest: head.name === null ? '' : name });
      else if (!isHeading(bareLine(row.join(' ')))) this.take(end + 1, name, count);
    }
    return end;
  }

  /** @param {any} value @param {string} text @returns {any} the value, if no key is in it twice */
  json(value, text) {
    const tokens = [...text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)].filter((match) => match[1]).length;
    let keys = 0;
    JSON.stringify(value, (_, held) => {
      if (held && typeof held === 'object' && !Array.isArray(held)) keys += Object.keys(held).length;
      return held;
    });
    if (keys === tokens) return value;
    this.wrong(0, '', _('has a key twice, which {problem}', { problem: onlyPython() }));
    return null;
  }

  /** @param {any} value @returns {any} what it holds, if it is JSON within a text, as `{"deck_cards": "[...]"}` has it */
  opened(value) {
    if (typeof value !== 'string' || !JSON_TEXT.test(value)) return value;
    try {
      return this.json(JSON.parse(value), value) ?? [];
    } catch (error) {
      if (error instanceof SyntaxError) return value;
      throw error;
    }
  }

  /** @param {any} given @param {number} depth a number, a line, a list or an object of cards */
  shape(given, depth) {
    const value = this.opened(given);
    if (typeof value === 'string') {
      if (cardNumbers(bareLine(value)).length || isNearlyANumber(value)) this.part(bareLine(value), 0, '');
      else if (!/\p{L}{2}/u.test(value) || this.cards.named(value).length) this.wrong(0, value, onlyPython());
    } else if (depth > 20 || typeof value !== 'object' || value === null) this.wrong(0, `${value}`, onlyPython());
    else if (Array.isArray(value.ObjectStates) || Array.isArray(value.ContainedObjects)) this.tabletop(value);
    else if (Array.isArray(value)) {
      const card = value.find((each) => typeof each === 'string' && oneNumber(each));
      const count = value.find((each) => typeof each === 'number');
      if (value.length === 2 && card && count !== undefined) this.take(0, oneNumber(card), count);
      else for (const each of value) this.shape(each, depth + 1);
    } else if (!this.object(value)) {
      const direct = Object.keys(value).some(oneNumber);
      for (const [key, text] of Object.entries(value)) {
        const held = this.opened(text);
        const word = wordsOf(key).join('');
        const counted = typeof held !== 'string' || /^\s*\d+\s*$/.test(held);
        if (oneNumber(key)) this.take(0, oneNumber(key), held);
        else if (/^(?:side|sideboard|sidedeck|maybeboard|considering|reserves?)$/.test(word)) {
          this.beside = true;
          this.shape(held, depth + 1);
          this.beside = false;
        } else if (typeof held === 'object' && held) this.shape(held, depth + 1);
        else if ((direct || counted) && !ABOUT.has(word)) this.take(0, key, held);
      }
    }
  }

  /** @param {any} save of Tabletop Simulator: its one deck, a card object for each copy */
  tabletop(save) {
    const isCards = (/** @type {any} */ each) =>
      Array.isArray(each?.ContainedObjects) &&
      each.ContainedObjects.some((/** @type {any} */ card) => card && 'CardID' in card);
    const decks = (Array.isArray(save.ObjectStates) ? save.ObjectStates : [save]).filter(isCards);
    const [deck] = decks;
    if (decks.length !== 1 || (deck.DeckIDs ?? deck.ContainedObjects).length !== deck.ContainedObjects.length) {
      this.wrong(0, '', onlyPython());
      return;
    }
    this.name = `${deck.Nickname ?? ''}`.trim();
    for (const card of deck.ContainedObjects) {
      const said = [card.Nickname, card.Description].map((each) => `${each ?? ''}`);
      const number = said.map(oneNumber).find((each) => each) ?? '';
      if (number) this.take(0, number, 1, { rest: oneNumber(said[0]) ? '' : said[0] });
      else if (said[0]) this.take(0, said[0], 1);
      else this.wrong(0, '', onlyPython());
    }
  }

  /** @param {Record<string, any>} fields @returns {boolean} whether they are those of one card: number, count, name */
  object(fields) {
    /** @param {string[]} keys @returns {any[]} */
    const said = (keys) =>
      Object.keys(fields)
        .filter((key) => keys.includes(wordsOf(key).join('')))
        .map((key) => fields[key]);
    const numbers = said(NUMBER_KEYS)
      .map((each) => oneNumber(`${each?.number ?? each}`))
      .filter((each) => each);
    const official = `${said(OFFICIAL_KEYS)[0]}`;
    const known = /^[0-9]{1,6}$/.test(official) ? this.cards.byId.get(Number(official)) : undefined;
    const counts = new Set(said(JSON_COUNT_KEYS));
    const held = Object.values(fields);
    if (!numbers.length && known) {
      // The id may be that of a whole list.
      if (
        !counts.size &&
        held.some((each) => isCards(each) || (each && typeof each === 'object' && !Array.isArray(each)))
      )
        return false;
      if (held.some(isCards))
        this.wrong(0, known, _('is a card by its id, or a list of cards; write the number in place of the id'));
      if (held.some(isCards)) return true;
      numbers.push(known);
    }
    const isText = (/** @type {any} */ each) => typeof each === 'string';
    const name = said(NAME_KEYS).concat(said(NUMBER_KEYS)).find(isText);
    if (!numbers.length) {
      const card = counts.size === 1 && name !== undefined && !Object.keys(fields).some(oneNumber);
      if (card) this.take(0, name, [...counts][0]);
      return card;
    }
    const clear = new Set(numbers).size === 1 && counts.size === 1;
    if (!clear) this.wrong(0, numbers[0], _('in an object without one count {problem}', { problem: onlyPython() }));
    else this.take(0, numbers[0], [...counts][0], { rest: said(NAME_KEYS).find(isText) ?? '' });
    return true;
  }

  /** @param {Entry} entry @returns {string} the number of its card, blank where it has none */
  numberOf(entry) {
    const number = baseNumber(entry.card);
    const card = this.cards.get(number);
    const { rest } = entry;
    const other = card ? this.contradiction(number, rest) || this.cards.otherAbroad(number, rest) : '';
    const level = card?.level ?? card?.round;
    if (other)
      this.wrong(
        entry.line,
        number,
        _('is {card}, not {other}; put the number or the name right', { card: card ? nameOf(card) : '', other }),
      );
    else if (card && entry.level && Number(entry.level) !== level) {
      this.wrong(
        entry.line,
        number,
        _('is {card}, not of level {level}; put number or level right', { card: titleOf(card), level: entry.level }),
      );
    } else if (card) return number;
    else if (number) this.unknown(entry.line, number, _('is not in the card file'));
    else {
      const words = entry.card.replace(/^x /i, '');
      const numbers = isNearlyANumber(words) ? [] : this.cards.named(words);
      if (numbers.length === 1) return numbers[0];
      const alike =
        new Set(numbers.map((each) => this.cards.get(each)?.level ?? this.cards.get(each)?.round)).size === 1;
      const right = alike ? _('write the number') : _("write the number, or the level, as in '4 Tiga 2 Multi Type'");
      const most = alike ? MOST_APART : 3;
      const shown = alike ? this.cards.apart(numbers) : numbers;
      const given = { count: numbers.length, cards: listed(shown.slice(0, most)), more: numbers.length - most, right };
      const several =
        given.more > 0
          ? _('is the name of {count} cards, {cards} and {more} more; {right}', given)
          : _('is the name of {count} cards, {cards}; {right}', given);
      if (numbers.length) this.wrong(entry.line, entry.card, several, numbers);
      else this.unknown(entry.line, entry.card, _("is no card number and no card's name"));
    }
    return '';
  }

  /** @param {number} line @param {string} text @param {string} what */
  unknown(line, text, what) {
    const near = this.near(text);
    const labels = listed(near.slice(0, 3).map((each) => this.cards.label(each)));
    const given = { problem: what, cards: labels, right: rightLine() };
    this.wrong(line, text, labels ? _('{problem}; nearest are {cards}', given) : _('{problem}; {right}', given), near);
  }

  /** @param {string} number @param {string} text @returns {string} the other card or character that a text says */
  contradiction(number, text) {
    const card = this.cards.get(number);
    const words = wordsOf(text)
      .slice(0, 40)
      .filter((word) => !PRINTS.has(word));
    if (!card || !words.length || within(words, wordsOf(card.name))) return '';
    const own = [card.base, ...card.characters].map(wordsOf);
    /** @type {[string[], string[]][]} */
    const parts = [];
    for (let size = words.length; size > 0; size -= 1) {
      for (let at = 0; at + size <= words.length; at += 1) {
        parts.push([words.slice(at, at + size), [...words.slice(0, at), '', ...words.slice(at + size)]]);
      }
    }
    // What a card that is known in another language alone will be called in English nobody knows; its character is.
    for (const [part, left] of /[a-z]/i.test(card.base) ? parts : []) {
      const bearers = this.cards.printed.get(part.join(' '));
      const scenes = [...(bearers ?? [])].every((each) => this.cards.get(each)?.kinds.includes('Scene'));
      const short = part.length < 3 && left.length > 1 && scenes;
      if (!bearers || short || part.join('').length < 3) continue;
      const mine = bearers.has(number) || [card.name, ...card.characters].some((each) => within(part, wordsOf(each)));
      if (mine || own.some((each) => within(each, left))) break;
      return [...bearers].map((each) => this.cards.label(each))[0];
    }
    if (own.some((each) => within(each, words))) return '';
    const named = parts.find(
      ([part]) =>
        this.cards.characters.has(part.join(' ')) && (part.length === words.length || !COMMON.has(part.join(' '))),
    );
    const mine = !named || within(named[0], wordsOf(`${card.name} ${card.characters.join(' ')}`));
    return mine ? '' : (this.cards.characters.get(named[0].join(' ')) ?? '');
  }

  /** @param {Entry} entry @param {boolean} numbers whether the list has some @returns {boolean} if it is a card's */
  isCard(entry, numbers) {
    if (isSettled(entry)) return true;
    const cards = this.cards.named(entry.card);
    if (entry.sure) return cards.length === 1 || !this.isTitle(entry, cards.length > 0);
    if (entry.given)
      return cards.length === 1 || (Number(entry.count) < 5 && (cards.length > 0 || this.near(entry.card).length > 0));
    if (!this.cards.printed.has(wordsOf(entry.card).join(' '))) {
      const said = entry.card.slice(0, 200);
      const [, name, end] = /^(.*?)(?:[\s:([=|,;・*×+-]+|(?<=[^\x00-\x7f]))(\d{1,3})[^\p{L}\p{N}]*$/u.exec(said) ?? [];
      const [, first, rest] =
        (!name && !cards.length && /^[x×*]?(\d{1,3})[x×*]?(?=[^\x00-\x7f])[^\p{L}\p{N}]*(.+)$/u.exec(said)) || [];
      const [count, card] = [end ?? first, name ?? rest];
      if (Number(count) < 5 && this.cards.named(card).length) {
        this.wrong(
          entry.line,
          entry.card,
          _("has no clear count; if it is {count}, write '{count} {card}'", { count, card }),
        );
      }
      return false;
    }
    if (cards.length !== 1 || !numbers) return cards.length === 1 || !numbers;
    this.wrong(
      entry.line,
      entry.card,
      _("is a heading or a card; write '1 {card}' for the card, or # before a heading", { card: cards[0] }),
    );
    return false;
  }

  /** @param {Entry} entry @param {boolean} named @returns {boolean} whether its count is that of the whole list */
  isTitle(entry, named) {
    const others = this.entries.filter(isSettled).reduce((sum, { count }) => sum + copiesIn(count), 0);
    return Number(entry.count) === others || (!named && Number(entry.count) === this.cards.deck.size);
  }

  /** @returns {ReadList} */
  result() {
    const numbers = this.entries.some((entry) => baseNumber(entry.card));
    const sorts = numbers || this.entries.some((entry) => this.cards.named(entry.card).length);
    const counts = new Map();
    for (const entry of this.entries) {
      if (sorts && !this.isCard(entry, numbers)) {
        this.skipped.add(entry.line);
        continue;
      }
      const number = this.numberOf(entry);
      const copies = copiesIn(entry.count);
      if (number && copies) counts.set(number, (counts.get(number) ?? 0) + copies);
      else if (number) {
        const said = `'${entry.count}'`.slice(0, 20);
        this.wrong(
          entry.line,
          number,
          _('has the count {count}; it is a whole number from 1 to {most}', { count: said, most: MOST_COPIES }),
        );
      }
    }
    const notes = this.summary(counts);
    return { name: this.name.replace(/\s+/g, ' '), counts, problems: this.problems, notes };
  }

  /** Sorts what is wrong, a list of noise in a line. @param {Map<string, number>} counts @returns {string[]} notes */
  summary(counts) {
    const sorted = this.problems.sort((a, b) => (a.line || Infinity) - (b.line || Infinity) || 0);
    // A list whose names mean several cards each is shown in full, so that they can be chosen from.
    const some = counts.size > 0 || sorted.some((problem) => problem.candidates.length);
    const most = some ? MOST_PROBLEMS : MOST_SHOWN;
    const first = sorted[0]?.message;
    if (sorted.length > most) {
      const given = { count: sorted.length, first };
      const all = some
        ? _("{count} lines can't be read; the first, {first}", given)
        : _('is no decklist: none of its {count} lines is a card; the first, {first}', given);
      this.problems = [...(some ? sorted.slice(0, most) : []), whole(all)];
    } else if (!counts.size && !first) this.problems = [whole(_('holds no card; {right}', { right: rightLine() }))];
    const lines = [...this.skipped].filter((line) => line).sort((a, b) => a - b);
    const shown = listed(lines.slice(0, MOST_SHOWN));
    const notes = lines.length && counts.size ? [_('skipped lines without a card: {lines}', { lines: shown })] : [];
    if (this.leftOut)
      notes.push(_('left out {count} cards of a sideboard; a deck of this game has none', { count: this.leftOut }));
    return notes;
  }
}

/** @param {Entry} entry @returns {boolean} if it is a card's; a name with more copies than a card has may be a title */
function isSettled(entry) {
  return (
    entry.sure &&
    (baseNumber(entry.card) !== '' || !(Number(entry.count) > MOST_OF_A_CARD) || isNearlyANumber(entry.card))
  );
}

/** @param {unknown} count @returns {number} copies; 0 where it is no number of them */
function copiesIn(count) {
  const said = typeof count === 'number' || (typeof count === 'string' && /^\s*\+?[0-9]{1,9}\s*$/.test(count));
  const whole = said ? Number(count) : 0;
  return Number.isInteger(whole) && whole >= 1 && whole <= MOST_COPIES ? whole : 0;
}

/** @param {string} message @returns {ListProblem} one of the whole list */
function whole(message) {
  return { line: 0, text: '', message, candidates: [] };
}

/** @param {string} text @returns {string} the one number in a short text; else blank */
function oneNumber(text) {
  const numbers = text.length > 80 ? [] : cardNumbers(bareLine(text));
  return numbers.length === 1 ? numbers[0].card : '';
}

/** @param {any} value @returns {boolean} whether it is a list of cards, or JSON within a text */
function isCards(value) {
  if (!Array.isArray(value)) return typeof value === 'string' && JSON_TEXT.test(value);
  return value.some((each) => (typeof each === 'object' && each) || (typeof each === 'string' && oneNumber(each)));
}

/** @typedef {{mark: string, number: number, count: number, name: number | null}} Head where a table has what */
/** @param {string} line @param {string} mark @returns {string[]} */
function cellsOf(line, mark) {
  const piped = line
    .trim()
    .replace(/^\|+|\|+$/g, '')
    .split('|');
  if (mark === '|') return piped.map((cell) => cell.replace(/[*`]/g, '').trim());
  const cells = `${mark}${line}`.match(new RegExp(`${mark}(?:"(?:[^"]|"")*"|[^${mark}]*)`, 'g')) ?? [];
  return cells.map((cell) => cell.replace(mark, '').trim().replace(/^"|"$/g, '').replace(/""/g, '"').trim());
}

/** @param {string} line @returns {Head | null} the head that a line is: a column of numbers and one of counts */
function findHead(line) {
  for (const mark of line.length > LONGEST_LINE ? [] : [',', ';', '\t', '|'].filter((each) => line.includes(each))) {
    const names = (mark === '|' ? cellsOf(line, mark) : line.split(mark)).map((name) => wordsOf(name).join(''));
    const number = names.indexOf(NUMBER_KEYS.find((each) => names.includes(each)) ?? '-');
    const [count, second] = [...names.keys()].filter((at) => COUNT_KEYS.includes(names[at]));
    const name = names.findIndex((each) => NAME_KEYS.includes(each));
    const one = number >= 0 && count !== undefined && second === undefined;
    if (one) return { mark, number, count, name: name < 0 ? null : name };
  }
  return null;
}

/** What a text in Shift-JIS holds, and what one in a European encoding that is taken for it does not. */
const JAPANESE = /[\u3000-\u30ff×枚]|[\uff66-\uff9f]{3}/;

/** The text of a file in UTF-8, in UTF-16 with its mark, or in Shift-JIS. @param {ArrayBuffer} bytes @returns {string} */
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

/**
 * Reads a list as it was pasted: lines, a table, JSON or a link of this page; what is unclear is a problem.
 * @param {string} pasted @param {Cards} cards @returns {ReadList}
 */
export function readList(pasted, cards) {
  const text = pasted.replace(/^\ufeff/, '').replace(/\x1a\s*$/, '');
  const lines = text
    .split(/\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/)
    .map((line) => (/^\s*(?:```|~~~)\w*\s*$/.test(line) ? '' : line));
  const refused = (/** @type {string} */ what) => ({ name: '', counts: new Map(), problems: [whole(what)], notes: [] });
  if (text.length > MOST_LETTERS)
    return refused(_('has {count} letters; a decklist has at most {most}', { count: text.length, most: MOST_LETTERS }));
  if (lines.length > MOST_LINES)
    return refused(_('has {count} lines; a decklist has at most {most}', { count: lines.length, most: MOST_LINES }));
  if (/^\s*<(?:!doctype|html|\?xml|head|body)\b/i.test(text)) {
    return refused(_('is a page of the web; paste the list itself, {right}', { right: rightLine() }));
  }
  const reading = new Reading(cards);
  try {
    if (isLink(text)) {
      const { decks } = fromLink(text.trim());
      for (const [number, copies] of decks[0]?.counts ?? []) reading.take(0, number, copies);
      return { ...reading.result(), name: decks[0]?.name ?? '' };
    }
    if (/^\s*(?:\{\s*(?:"|\}|$)|\[\s*(?:["{[\]]|-?\d[\d.]*\s*[,\]]))/.test(lines.join('\n'))) {
      const whole = lines.join('\n');
      const value = reading.json(JSON.parse(whole), whole);
      if (value !== null) reading.shape(value, 0);
      return reading.result();
    }
  } catch (error) {
    // Brackets in brackets without end overflow the stack.
    const broken = error instanceof SyntaxError || error instanceof RangeError;
    if (broken) return refused(_('is no whole JSON; right is {right}', { right: '{"BP01-012": 4}' }));
    if (error instanceof LinkError) return refused(error.message);
    throw error;
  }
  if (lines.every((line) => /^\s*(?:(?:https?:\/\/|www\.)\S+\s*)?$/.test(line)) && text.trim()) {
    return refused(
      _('holds links alone, and only those of this page are read; paste the list itself, {right}', {
        right: rightLine(),
      }),
    );
  }
  reading.lines(lines);
  return reading.result();
}

/**
 * What is wrong with a deck by the rules of deck building, a line each, as ucgsim/decks/checking.py says it.
 * @param {Map<string, number>} counts @param {Cards} cards @returns {string[]}
 */
export function checkDeck(counts, cards) {
  const numbers = [...counts.keys()].sort();
  const wrong = numbers
    .filter((number) => !cards.get(number))
    .map((number) => {
      const near = cards.nearest(number);
      return near.length
        ? _('{number}: is not in the catalog; nearest are {cards}', { number, cards: listed(near) })
        : _('{number}: is not in the catalog', { number });
    });
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
