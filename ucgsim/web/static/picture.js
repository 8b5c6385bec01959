/**
 * Pictures of a deck: a link as a QR code, and a list with its numbers to post.
 *
 * @module picture
 */

import { qrcode } from './vendor/qrcode.js';
import { percent } from './numbers.js';
import { sizeOf } from './workbench.js';

/** Light modules around a code (ISO/IEC 18004, 9.1). */
const QUIET = 4;
const [WIDE, MARGIN, LINE, CODE] = [1080, 48, 44, 330];
/** Letters of a link that a camera still reads well from a code. */
export const MOST_CODED = 900;

/** The modules of a QR code.
 * @param {string} text @returns {{size: number, dark: [number, number][]}} Modules a side, quiet zone and all; the dark ones by row and column. */
export function codeOf(text) {
  const code = qrcode(0, 'L');
  code.addData(text);
  code.make();
  const count = code.getModuleCount();
  const all = Array.from({ length: count * count }, (_, k) => /** @type {[number, number]} */ ([Math.floor(k / count), k % count]));
  const dark = all.filter(([row, column]) => code.isDark(row, column)).map(([row, column]) => /** @type {[number, number]} */ ([row + QUIET, column + QUIET]));
  return { size: count + 2 * QUIET, dark };
}

/** The cards of a deck by character, scenes last. @param {any} bench @returns {[string, {card: any, count: number}[]][]} */
function grouped(bench) {
  /** @type {Map<string, {card: any, count: number}[]>} */
  const groups = new Map();
  Object.entries(bench.deck.counts).map(([number, count]) => ({ card: bench.cards.get(number), count })).filter(({ card }) => card)
    .sort((x, y) => (x.card.level ?? 99) - (y.card.level ?? 99) || (x.card.number < y.card.number ? -1 : 1))
    .forEach((each) => {
      const name = each.card.kinds.includes('Scene') ? 'Scenes' : each.card.characters.join(', ');
      groups.set(name, [...(groups.get(name) ?? []), each]);
    });
  return [...groups].sort(([a], [b]) => Number(a === 'Scenes') - Number(b === 'Scenes'));
}

/** The deck as a picture: its cards in two columns, what it wins, and its link as a code.
 * @param {any} bench @param {string} link @returns {Promise<Blob>} PNG, 1,080 pixels wide. */
export function picture(bench, link) {
  const groups = grouped(bench);
  const lines = groups.flatMap(([name, cards]) => [{ name }, ...cards]);
  const half = Math.ceil(lines.length / 2);
  const canvas = document.createElement('canvas');
  const top = 150;
  canvas.width = WIDE;
  canvas.height = top + half * LINE + CODE + Math.round(1.5 * MARGIN);
  const draw = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  /** @param {string} value @param {number} x @param {number} y @param {string} font @param {string} colour @param {number} [most] */
  const write = (value, x, y, font, colour, most) => {
    const [weight, size] = font.split(' ');
    for (let pixels = parseInt(size, 10); pixels > 9; pixels -= 1) {
      draw.font = `${weight} ${pixels}px system-ui, sans-serif`;
      if (!most || draw.measureText(value).width <= most) break;
    }
    draw.fillStyle = colour;
    draw.fillText(value, x, y, most);
  };
  draw.fillStyle = '#ffffff';
  draw.fillRect(0, 0, canvas.width, canvas.height);
  draw.fillStyle = '#0b63d6';
  draw.fillRect(0, 0, canvas.width, 10);
  write(bench.deck.name, MARGIN, 84, '700 46px', '#16181d', WIDE - 2 * MARGIN);
  write(`${sizeOf(bench.deck.counts)} cards · Ultraman Card Game`, MARGIN, 122, '400 24px', '#6b7080');
  const column = (WIDE - 3 * MARGIN) / 2;
  lines.forEach((line, place) => {
    const x = place < half ? MARGIN : 2 * MARGIN + column;
    const y = top + ((place % half) + 1) * LINE - 12;
    if ('name' in line) {
      write(line.name, x, y, '600 22px', '#6b7080', column);
      return;
    }
    const { card, count } = line;
    const scene = card.kinds.includes('Scene');
    draw.fillStyle = COLOURS[scene ? 'SCENE' : card.type] ?? COLOURS.BASIC;
    draw.beginPath();
    draw.roundRect(x + 44, y - 25, 32, 32, 8);
    draw.fill();
    write(String(count), x + 4, y, '700 27px', '#16181d');
    draw.textAlign = 'center';
    write(scene ? 'S' : String(card.level ?? ''), x + 60, y - 1, '700 22px', '#ffffff');
    draw.textAlign = 'left';
    write(card.name, x + 90, y, '500 25px', '#16181d', column - 205);
    draw.textAlign = 'right';
    write(card.number, x + column, y, '400 20px', '#6b7080');
    draw.textAlign = 'left';
  });
  const foot = canvas.height - MARGIN - CODE;
  const room = WIDE - CODE - 2.5 * MARGIN;
  const { answer } = bench;
  if (answer) {
    write(`${Math.round(100 * answer.shown.rate)} %`, MARGIN, foot + 190, '700 88px', '#16181d');
    write(`of games against ${bench.field.length} rivals: ${percent(answer.shown)}`, MARGIN, foot + 236, '400 25px', '#4c5260', room);
    write('95 %, for another good player', MARGIN, foot + 272, '400 25px', '#4c5260', room);
    write(`${answer.games.toLocaleString('en')} games by ${bench.policy}, rules ${bench.rules}, ucgsim`, MARGIN, foot + 308, '400 25px', '#4c5260', room);
  }
  const { size, dark } = codeOf(link);
  const module = Math.floor(CODE / size);
  const [left, high] = [WIDE - MARGIN - size * module, foot + CODE - size * module];
  draw.fillStyle = '#000000';
  dark.forEach(([row, at]) => draw.fillRect(left + at * module, high + row * module, module, module));
  return new Promise((give, fail) => {
    canvas.toBlob((blob) => (blob ? give(blob) : fail(new Error('This browser draws no pictures.'))), 'image/png');
  });
}

/** Colours of TYPEs on white, as in style.css. @type {Record<string, string>} */
const COLOURS = {
  BASIC: '#68717f', POWER: '#c8372d', SPEED: '#1d6fd0', ARMED: '#7a5a16', HAZARD: '#87309b', DEVASTATION: '#8a2f4f', INVASION: '#1b7a72',
  METEO: '#4b46a8', SCENE: '#7b4fc4',
};
