/**
 * Pictures of a deck: a link as a QR code, and a list with its numbers to post.
 *
 * @module picture
 */

import { qrcode } from './vendor/qrcode.js';
import { nameOf, peopleOf } from './cards.js';
import { _, language, listed, many, percentage } from './language.js';
import { percent } from './numbers.js';
import { ends, sign } from './view.js';
import { sizeOf } from './workbench.js';

/** The group of all scenes; no character is called so. */
const SCENES = 'Scenes';
/** Light modules around a code (ISO/IEC 18004, 9.1). */
const QUIET = 4;
const [WIDE, MARGIN, GAP, CODE] = [1080, 56, 36, 330];
const [COLUMN, HEAD, ROW] = [(WIDE - 2 * MARGIN - GAP) / 2, 50, 60];
/** Sizes of the names of cards: the first in which all are whole; letters of Japanese are wide. */
const SIZES = [24, 23, 22, 21, 20, 19, 18];
const SMALLER = [17, 16, 15];
/** Letters of a link that a camera still reads well from a code. */
export const MOST_CODED = 900;

/** The modules of a QR code.
 * @param {string} text @returns {{size: number, dark: [number, number][]}} Modules a side, quiet zone and all; the dark ones by row and column. */
export function codeOf(text) {
  const code = qrcode(0, 'L');
  code.addData(text);
  code.make();
  const count = code.getModuleCount();
  const all = [...Array(count * count).keys()].map(
    (k) => /** @type {[number, number]} */ ([Math.floor(k / count), k % count]),
  );
  const dark = all
    .filter(([row, column]) => code.isDark(row, column))
    .map(([row, column]) => /** @type {[number, number]} */ ([row + QUIET, column + QUIET]));
  return { size: count + 2 * QUIET, dark };
}

/** @typedef {{name: string, head: boolean, card: any, count: number}} Line A card of a group, which the first one heads. */

/** The cards of a deck by character, scenes last. @param {any} bench @returns {Line[]} */
function linesOf(bench) {
  /** @type {Map<string, {card: any, count: number}[]>} */
  const groups = new Map();
  Object.entries(bench.deck.counts)
    .map(([number, count]) => ({ card: bench.cards.get(number), count }))
    .filter(({ card }) => card)
    .sort((x, y) => (x.card.level ?? 99) - (y.card.level ?? 99) || (x.card.number < y.card.number ? -1 : 1))
    .forEach((each) => {
      const name = each.card.kinds.includes('Scene') ? SCENES : each.card.characters.join(', ');
      groups.set(name, [...(groups.get(name) ?? []), each]);
    });
  const order = [...groups].sort(([a], [b]) => Number(a === SCENES) - Number(b === SCENES) || (a < b ? -1 : 1));
  return order.flatMap(([name, cards]) =>
    cards.map((each, k) => ({ ...each, name: name === SCENES ? _('Scenes') : peopleOf(each.card), head: !k })),
  );
}

/** @param {Line[]} lines @returns {number} Height of a column, whose first group is named even if it began in the other one. */
const tall = (lines) => lines.reduce((sum, { head }, k) => sum + ROW + (head || !k ? HEAD : 0), 0);

/** Two columns, as even as may be. @param {Line[]} lines @returns {[Line[], Line[]]} */
function columns(lines) {
  const heights = lines.map((each, k) => Math.max(tall(lines.slice(0, k + 1)), tall(lines.slice(k + 1))));
  const first = heights.indexOf(Math.min(...heights)) + 1;
  return [lines.slice(0, first), lines.slice(first)];
}

/** A text in a width, with … for what has no room. @param {CanvasRenderingContext2D} draw @param {string} text @param {number} most */
function cut(draw, text, most) {
  if (draw.measureText(text).width <= most) return text;
  const letters = [...text];
  while (letters.length && draw.measureText(`${letters.join('')}…`).width > most) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}

/** A text in lines of a width, of which the last is cut. @param {CanvasRenderingContext2D} draw @param {string} text @param {number} most @param {number} count */
function wrapped(draw, text, most, count) {
  const lines = [''];
  // A line ends at a blank, and in Japanese, which has none, behind any letter.
  text.split(/(?<= )|(?<=[\u3000-\u9fff\uff00-\uffef])/).forEach((word) => {
    const longer = lines[lines.length - 1] + word;
    if (lines.length === count || draw.measureText(longer.trim()).width <= most) lines[lines.length - 1] = longer;
    else lines.push(word);
  });
  return lines
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => cut(draw, line, most));
}

/** The colours of the page by day, whatever it looks like now. @returns {(name: string) => string} */
function colours() {
  const rules = [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .map((rule) => /** @type {CSSStyleRule} */ (rule).style);
  const root = rules.find((style) => style?.getPropertyValue('--POWER'));
  return (name) => root?.getPropertyValue(`--${name}`).trim() || '#000';
}

/** What the games came to, a line each with its font and colour. @param {any} bench @returns {[string, string, string, number][]} */
function numbers(bench) {
  const { answer, field, policy } = bench;
  const against = field
    .filter((/** @type {any} */ each) => each.weight > 0)
    .map((/** @type {any} */ each) => each.name);
  if (!answer) return [[_('No games were played yet.'), '400 24px', 'ink-2', 1]];
  return [
    [_('of games against {rivals}', { rivals: listed(against) }), '400 24px', 'ink-2', 3],
    [
      _('95 %, for another good player. These games alone: {rate}.', { rate: percent(answer.alone) }),
      '400 20px',
      'ink-3',
      2,
    ],
    [
      _('{games} games, both sides played by {policy}. ucgsim', { games: many(answer.games), policy }),
      '400 20px',
      'ink-3',
      2,
    ],
  ];
}

/** The deck as a picture: its cards in two columns, what it wins, and its link as a code.
 * @param {any} bench @param {string} link @returns {Promise<Blob>} PNG, 1,080 pixels wide. */
export function picture(bench, link) {
  const canvas = document.createElement('canvas');
  const draw = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  const colour = colours();
  const font = (/** @type {string} */ value) => {
    draw.font = `${value} system-ui, sans-serif`;
  };
  const write = (
    /** @type {string} */ text,
    /** @type {number} */ x,
    /** @type {number} */ y,
    /** @type {string} */ value,
    /** @type {string} */ name,
  ) => {
    font(value);
    draw.fillStyle = colour(name);
    draw.fillText(text, x, y);
  };
  const box = (/** @type {number[]} */ [x, y, wide, high, round], /** @type {string} */ name) => {
    draw.fillStyle = colour(name);
    draw.beginPath();
    draw.roundRect(x, y, wide, high, round);
    draw.fill();
  };
  const lines = linesOf(bench);
  const parts = columns(lines);
  font('700 48px');
  const title = wrapped(draw, bench.deck.name, WIDE - 2 * MARGIN, 2);
  const names = COLUMN - 96;
  const sizes = language() === 'ja' ? [...SIZES, ...SMALLER] : SIZES;
  const size =
    sizes.find((each) => {
      font(`500 ${each}px`);
      return lines.every(({ card }) => draw.measureText(nameOf(card)).width <= names);
    }) ?? sizes[sizes.length - 1];
  const top = 70 + 58 * title.length + 40;
  const foot = top + Math.max(...parts.map(tall)) + 30;
  canvas.width = WIDE;
  canvas.height = foot + CODE + 2 * 30 + MARGIN;
  box([0, 0, WIDE, canvas.height, 0], 'sheet');
  box([0, 0, WIDE, 12, 0], 'accent');
  title.forEach((line, k) => write(line, MARGIN, 98 + 58 * k, '700 48px', 'ink'));
  const given = { size: sizeOf(bench.deck.counts), rules: bench.rules };
  write(
    bench.problems.length
      ? _('{size} cards · Ultraman Card Game, rules {rules}', given)
      : _('{size} cards · legal · Ultraman Card Game, rules {rules}', given),
    MARGIN,
    top - 26,
    '400 24px',
    'ink-3',
  );
  parts.forEach((part, side) => {
    const x = MARGIN + side * (COLUMN + GAP);
    let y = top;
    part.forEach(({ name, head, card, count }, k) => {
      if (head || !k) {
        font('600 21px');
        write(cut(draw, name, COLUMN), x, y + 38, '600 21px', 'ink-3');
        y += HEAD;
      }
      write(String(count), x, y + 38, '700 30px', 'ink');
      box([x + 36, y + 8, 42, 42, 10], card.kinds.includes('Scene') ? 'SCENE' : card.type || 'BASIC');
      draw.textAlign = 'center';
      write(String(sign(card)), x + 57, y + 38, '700 25px', 'on-accent');
      draw.textAlign = 'left';
      font(`500 ${size}px`);
      write(cut(draw, nameOf(card), names), x + 94, y + 27, `500 ${size}px`, 'ink');
      write([card.number, card.type].filter(Boolean).join(' · '), x + 94, y + 50, '400 18px', 'ink-3');
      y += ROW;
    });
  });
  box([MARGIN - 20, foot, WIDE - 2 * MARGIN + 40, CODE + 60, 20], 'soft');
  const { answer } = bench;
  let y = foot + (answer ? 122 : 44);
  if (answer) {
    const rate = percentage(answer.shown.rate);
    write(rate, MARGIN + 10, y, '700 100px', 'ink');
    write(ends(answer.shown), MARGIN + 34 + draw.measureText(rate).width, y, '600 34px', 'ink-2');
  }
  numbers(bench).forEach(([text, value, name, most]) => {
    font(value);
    y += 14;
    wrapped(draw, text, WIDE - 2 * MARGIN - CODE - 60, most).forEach((line) => {
      y += parseInt(value.slice(4), 10) + 9;
      write(line, MARGIN + 10, y, value, name);
    });
  });
  const { size: modules, dark } = codeOf(link);
  const module = Math.floor(CODE / modules);
  const [left, high] = [
    WIDE - MARGIN - 10 - (CODE + modules * module) / 2,
    foot + 30 + (CODE - modules * module) / 2,
  ].map(Math.round);
  box([left, high, modules * module, modules * module, 0], 'sheet');
  draw.fillStyle = '#000';
  dark.forEach(([row, column]) => draw.fillRect(left + column * module, high + row * module, module, module));
  return new Promise((give, fail) => {
    canvas.toBlob((blob) => (blob ? give(blob) : fail(new Error(_('This browser draws no pictures.')))), 'image/png');
  });
}
