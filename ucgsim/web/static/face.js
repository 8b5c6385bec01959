/** Faces of our own for cards, drawn by the names of their characters: each is known by its colours, its crest and its
 * eyes wherever it lies. Heroes, kaiju, mechs and scenes have a shape each. */

import { isScene } from './cards.js';

/** Grounds that lie as far apart as ten can for all eyes, those that lack red or green as well. */
const GROUNDS = '5074ed 5d1515 0c6e6a 8c7016 5d3cae 700062 8d8d8d 784005 7baa2b 2ea4dc'.split(' ');
/** Of crests, jewels and horns. */
const ACCENTS = 'ffb000 ff6b45 3fd0f5 ff86bf b4e23c'.split(' ');
const CRESTS = [
  'M20 1 24 17 20 22 16 17Z',
  'M9 15 4 2 16 9ZM31 15 36 2 24 9Z',
  'M20 22 8 4h7l5 9 5-9h7Z',
  'M12 4Q20-1 28 4L24 15 20 19 16 15Z',
  'M12 2 18 6v14ZM28 2 22 6v14Z',
];
const EYES = [
  'M10 21 18 24 17 29 11 27ZM30 21 22 24 23 29 29 27Z',
  'M11 22h6v6h-6ZM23 22h6v6h-6Z',
  'M9 24 18 26 9 28ZM31 24 22 26 31 28Z',
];
const HORNS = [
  'M7 14 2 1 15 9ZM33 14 38 1 25 9Z',
  'M20 1 25 13h-10Z',
  'M8 13 10 2 15 10ZM17 9 20 0 23 9ZM25 10 30 2 32 13Z',
  'M6 20 0 12 9 11ZM34 20 40 12 31 11Z',
  'M12 10 3 6 7 16ZM28 10 37 6 33 16Z',
];
const JAWS = [
  'M6 15 14 8H26L34 15 32 30 28 36 25 31 22 37 20 32 18 37 15 31 12 36 8 30Z',
  'M8 10Q20 5 32 10L35 24 29 32 28 38 25 33H15L12 38 11 32 5 24Z',
  'M9 9H31L35 19 28 27V34L20 39 12 34V27L5 19Z',
];
const LANDS = [
  'M2 30 11 18 19 27 28 14 38 28Q33 40 20 40T2 30Z',
  'M1 26H7V19h5v7h5V13h7v13h5V20h4v6h6Q36 40 20 40T1 26Z',
  'M1 27q5-4 10 0t10 0 9 0 9 0Q35 40 20 40T1 27Z',
];
/** Where a hash begins: with it the characters of a deck that ships are on grounds that are well apart. */
const START = 243209;

/** @param {import('./cards.js').CardFacts} card */
const keyOf = ({ characters, base }) => (characters.length ? characters.join() : base);

/** What is drawn of a card, as places in the tables above: always the same for a name (FNV-1a).
 * @param {import('./cards.js').CardFacts} card */
export function featuresOf(card) {
  const mixed = (/** @type {number} */ sum, /** @type {string} */ sign) =>
    Math.imul(sum ^ /** @type {number} */ (sign.codePointAt(0)), 0x01000193) >>> 0;
  let left = [...keyOf(card)].reduce(mixed, START);
  return [GROUNDS, ACCENTS, CRESTS, EYES].map(({ length }) => {
    const place = left % length;
    left = Math.floor(left / length);
    return place;
  });
}

/** The ground of a card, what is light on it, what is bright and what is dark, as paths.
 * @param {import('./cards.js').CardFacts} card @param {number} crest @param {number} eyes */
function partsOf(card, crest, eyes) {
  if (isScene(card)) {
    const sun = `M${4 + 5 * crest} 13a6 6 0 0 1 12 0a6 6 0 0 1-12 0Z`;
    return ['M0 20A20 20 0 0 1 40 20A20 20 0 0 1 0 20Z', LANDS[eyes], sun, ''];
  }
  if (card.kinds.includes('Ultra Hero')) {
    const head = 'M20 6C30 6 34 13 33 22 32 31 26 36 20 37 14 36 8 31 7 22 6 13 10 6 20 6Z';
    return ['M9 0H31Q40 0 40 9V31Q40 40 31 40H9Q0 40 0 31V9Q0 0 9 0Z', head, CRESTS[crest], EYES[eyes]];
  }
  if (card.kinds.includes('Kaiju'))
    return ['M10 0H30L40 10V30L30 40H10L0 30V10Z', JAWS[eyes], HORNS[crest], 'M10 18 18 23 11 25ZM30 18 22 23 29 25Z'];
  const lamps = 'M12 4h16v4H12ZM4 17h4v9H4ZM32 17h4v9h-4Z';
  return ['M0 0H40V40H0Z', 'M8 8H32V30L26 36H14L8 30Z', lamps, 'M11 17h18v7H11Z'];
}

/** @param {import('./cards.js').CardFacts} card */
function drawn(card) {
  const [ground, accent, crest, eyes] = featuresOf(card);
  const [tile, light, bright, dark] = partsOf(card, crest, eyes);
  const [deep, accented] = [`#${GROUNDS[ground]}`, `#${ACCENTS[accent]}`];
  const path = (/** @type {string} */ d, /** @type {string} */ fill) => `<path d="${d}" fill="${fill}"/>`;
  const drawing = [path(light, '#ffffffe6'), path(bright, accented), path(dark, deep)].join('');
  const inner = isScene(card) ? drawing : `<g transform="translate(1.6 1) scale(.9)">${drawing}</g>`;
  const size = 'viewBox="0 0 40 40" width="96" height="96"';
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${path(tile, deep)}${inner}</svg>`;
}

/** @type {Map<string, string>} */
const known = new Map();

/** The face of a card as the address of a picture, drawn once for a name.
 * @param {import('./cards.js').CardFacts} card */
export function faceOf(card) {
  const key = `${keyOf(card)} ${card.kinds}`;
  const address = known.get(key) ?? `data:image/svg+xml,${encodeURIComponent(drawn(card))}`;
  known.set(key, address);
  return address;
}
