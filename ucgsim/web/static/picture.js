/** Pictures of a deck: a link as a QR code, and a list with its numbers to post. */

import { qrcode } from './vendor/qrcode.js';
import { byCharacter, deckName, isScene, nameOf, shownAs, sign } from './cards.js';
import { sizeOf } from './deck.js';
import { faceOf } from './face.js';
import { _, language, listed, many, percentage } from './language.js';
import { ends } from './view.js';

/** Light modules around a code (ISO/IEC 18004, 9.1). */
const QUIET = 4;
const [WIDE, MARGIN, GAP, CODE] = [1080, 56, 36, 330];
const [COLUMN, HEAD, ROW] = [(WIDE - 2 * MARGIN - GAP) / 2, 50, 60];
const NAME = COLUMN - 96;
/** Sizes of the names of cards: the first in which all are whole; letters of Japanese are wide. */
const SIZES = [24, 23, 22, 21, 20, 19, 18];
const SMALLER = [17, 16, 15];
/** Letters of a link that a camera still reads well from a code. */
export const MOST_CODED = 900;

/** The modules of a QR code.
 * @param {string} text @returns {{size: number, dark: number[][]}} Modules a side, quiet zone and all; the dark ones by
 *   row and column. */
export function codeOf(text) {
  const code = qrcode(0, 'L');
  code.addData(text);
  code.make();
  const count = code.getModuleCount();
  const dark = [...Array(count * count).keys()]
    .map((k) => [Math.floor(k / count), k % count])
    .filter(([row, column]) => code.isDark(row, column))
    .map(([row, column]) => [row + QUIET, column + QUIET]);
  return { size: count + 2 * QUIET, dark };
}

/**
 * @typedef {import('./view.js').Bench} Bench
 * @typedef {{name: string, head: boolean, card: import('./cards.js').CardFacts, count: number,
 *   face: HTMLImageElement}} Line A card of a group, which the first one heads.
 */

/** The cards of a deck by character, scenes last. @param {Bench} bench @returns {Promise<Line[]>} */
const linesOf = ({ cards, edited: { deck } }) => {
  const lined = async (/** @type {import('./cards.js').CardFacts} */ card, /** @type {Partial<Line>} */ given) => {
    const face = new Image();
    face.src = faceOf(card);
    await face.decode();
    return /** @type {Line} */ ({ ...given, card, face, count: deck.counts[card.number] });
  };
  const groups = byCharacter(Object.keys(deck.counts).map((number) => cards.must(number)));
  return Promise.all(groups.flatMap(({ name, cards: of }) => of.map((card, k) => lined(card, { name, head: !k }))));
};

/** Height of a column, whose first group is named even if it began in the other one. @param {Line[]} lines */
const tall = (lines) => lines.reduce((sum, { head }, k) => sum + ROW + (head || !k ? HEAD : 0), 0);

/** Two columns, as even as may be. @param {Line[]} lines @returns {[Line[], Line[]]} */
function columns(lines) {
  const heights = lines.map((each, k) => Math.max(tall(lines.slice(0, k + 1)), tall(lines.slice(k + 1))));
  const first = heights.indexOf(Math.min(...heights)) + 1;
  return [lines.slice(0, first), lines.slice(first)];
}

/** A text in a width, with … for what has no room.
 * @param {CanvasRenderingContext2D} draw @param {string} text @param {number} most */
function cut(draw, text, most) {
  if (draw.measureText(text).width <= most) return text;
  const letters = [...text];
  while (letters.length && draw.measureText(`${letters.join('')}…`).width > most) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}

/** A text in lines of a width, of which the last is cut.
 * @param {CanvasRenderingContext2D} draw @param {string} text @param {number} most @param {number} count */
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

/** What the games came to, a line each with its font, its colour and how many lines it may take.
 * @param {Bench} bench @returns {[string, string, string, number][]} */
function numbers({ played: { answer }, field }) {
  if (!answer) return [[_('No games were played yet.'), '400 24px', 'ink-2', 1]];
  const rivals = listed(field.met.map(({ name }) => deckName(name)));
  const given = { games: many(answer.games) };
  return [
    [_('of games against {rivals}', { rivals }), '400 24px', 'ink-2', 3],
    [_('for another good player, in 19 of 20 cases (95 %)'), '400 20px', 'ink-3', 2],
    [_('{games} games of our computer player against itself. ucgsim', given), '400 20px', 'ink-3', 2],
  ];
}

/** A sheet that is drawn on. */
class Paper {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    this.draw = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
    this.colour = colours();
  }

  /** @param {string} value */
  font(value) {
    this.draw.font = `${value} system-ui, sans-serif`;
  }

  /** @param {string} text @param {number} x @param {number} y @param {string} font @param {string} colour */
  write(text, x, y, font, colour) {
    this.font(font);
    this.draw.fillStyle = this.colour(colour);
    this.draw.fillText(text, x, y);
  }

  /** @param {number[]} place @param {string} colour */
  box([x, y, wide, high, round], colour) {
    this.draw.fillStyle = this.colour(colour);
    this.draw.beginPath();
    this.draw.roundRect(x, y, wide, high, round);
    this.draw.fill();
  }

  /** A column of cards. @param {Line[]} lines @param {number} x @param {number} top
   * @param {number} size Of their names. */
  column(lines, x, top, size) {
    let y = top;
    lines.forEach(({ name, head, card, count, face }, k) => {
      if (head || !k) {
        this.font('600 21px');
        this.write(cut(this.draw, name, COLUMN), x, y + 38, '600 21px', 'ink-3');
        y += HEAD;
      }
      this.write(String(count), x, y + 38, '700 30px', 'ink');
      this.draw.drawImage(face, x + 34, y + 6, 44, 44);
      this.box([x + 60, y + 31, 27, 23, 7], isScene(card) ? 'SCENE' : card.type || 'BASIC');
      this.draw.textAlign = 'center';
      this.write(String(sign(card)), x + 73, y + 49, '700 18px', 'on-accent');
      this.draw.textAlign = 'left';
      this.font(`500 ${size}px`);
      this.write(cut(this.draw, nameOf(card), NAME), x + 94, y + 27, `500 ${size}px`, 'ink');
      const facts = [card.number, shownAs('types', card.type)].filter(Boolean).join(' · ');
      this.write(facts, x + 94, y + 50, '400 18px', 'ink-3');
      y += ROW;
    });
  }

  /** What the deck wins. @param {Bench} bench @param {number} foot */
  answer(bench, foot) {
    const { answer } = bench.played;
    let y = foot + (answer ? 122 : 44);
    if (answer) {
      const rate = percentage(answer.shown.rate);
      this.write(rate, MARGIN + 10, y, '700 100px', 'ink');
      const behind = MARGIN + 34 + this.draw.measureText(rate).width;
      this.write(ends(answer.shown), behind, y, '600 34px', 'ink-2');
    }
    numbers(bench).forEach(([text, font, colour, most]) => {
      this.font(font);
      y += 14;
      wrapped(this.draw, text, WIDE - 2 * MARGIN - CODE - 60, most).forEach((line) => {
        y += parseInt(font.slice(4), 10) + 9;
        this.write(line, MARGIN + 10, y, font, colour);
      });
    });
  }

  /** A link as a code. @param {string} link @param {number} foot */
  code(link, foot) {
    const { size, dark } = codeOf(link);
    const module = Math.floor(CODE / size);
    const [left, high] = [WIDE - MARGIN - 10 - (CODE + size * module) / 2, foot + 30 + (CODE - size * module) / 2].map(
      Math.round,
    );
    this.box([left, high, size * module, size * module, 0], 'sheet');
    this.draw.fillStyle = '#000';
    dark.forEach(([row, column]) => this.draw.fillRect(left + column * module, high + row * module, module, module));
  }

  /** The first size in which all names are whole. @param {Line[]} lines @returns {number} */
  sizeFor(lines) {
    const sizes = language() === 'ja' ? [...SIZES, ...SMALLER] : SIZES;
    const isRoom = (/** @type {number} */ size) => {
      this.font(`500 ${size}px`);
      return lines.every(({ card }) => this.draw.measureText(nameOf(card)).width <= NAME);
    };
    return sizes.find(isRoom) ?? sizes[sizes.length - 1];
  }
}

/** The deck as a picture: its cards in two columns, what it wins, and its link as a code.
 * @param {Bench} bench @param {string} link @returns {Promise<Blob>} PNG, 1,080 pixels wide. */
export async function picture(bench, link) {
  const { deck, problems } = bench.edited;
  const canvas = document.createElement('canvas');
  const paper = new Paper(canvas);
  const lines = await linesOf(bench);
  const parts = columns(lines);
  paper.font('700 48px');
  const title = wrapped(paper.draw, deckName(deck.name), WIDE - 2 * MARGIN, 2);
  const size = paper.sizeFor(lines);
  const top = 70 + 58 * title.length + 40;
  const foot = top + Math.max(...parts.map(tall)) + 30;
  canvas.width = WIDE;
  canvas.height = foot + CODE + 2 * 30 + MARGIN;
  paper.box([0, 0, WIDE, canvas.height, 0], 'sheet');
  paper.box([0, 0, WIDE, 12, 0], 'accent');
  title.forEach((line, k) => paper.write(line, MARGIN, 98 + 58 * k, '700 48px', 'ink'));
  const given = { size: sizeOf(deck.counts), rules: bench.rules };
  const about = problems.length
    ? _('{size} cards · Ultraman Card Game, rules {rules}', given)
    : _('{size} cards · legal · Ultraman Card Game, rules {rules}', given);
  paper.write(about, MARGIN, top - 26, '400 24px', 'ink-3');
  parts.forEach((part, side) => paper.column(part, MARGIN + side * (COLUMN + GAP), top, size));
  paper.box([MARGIN - 20, foot, WIDE - 2 * MARGIN + 40, CODE + 60, 20], 'soft');
  paper.answer(bench, foot);
  paper.code(link, foot);
  return new Promise((give, fail) => {
    canvas.toBlob((blob) => (blob ? give(blob) : fail(new Error(_('This browser draws no pictures.')))), 'image/png');
  });
}
