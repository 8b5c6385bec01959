// Makes links of decks, a JSON array on standard input, changes them, and prints what comes back.
import { readFileSync } from 'node:fs';
import { LinkError, fromLink, toLink } from '../../ucgsim/web/static/link.js';

const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.%=#d ';
const { decks, mutations } = JSON.parse(readFileSync(0, 'utf8'));
let seed = 7;

/** @param {number} below @returns {number} */
function random(below) {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
}

/** @param {string} link @returns {string} it cut off, or with signs that were changed, added, left out or swapped */
function mutated(link) {
  let text = link;
  for (let times = 1 + random(3); times > 0; times -= 1) {
    const at = random(text.length);
    const sign = SIGNS[random(SIGNS.length)];
    const other = random(text.length);
    text = [
      () => text.slice(0, at),
      () => text.slice(at),
      () => text.slice(0, at) + sign + text.slice(at + 1),
      () => text.slice(0, at) + sign + text.slice(at),
      () => text.slice(0, at) + text.slice(at + 1),
      () => text.slice(0, at) + text.slice(Math.max(at, other)),
      () => text + text.slice(at),
      () => text.toLowerCase(),
    ][random(8)]();
  }
  return text;
}

/** @param {ReturnType<typeof fromLink>} held @returns {string} */
const written = ({ decks: all, ...more }) =>
  JSON.stringify([all.map(({ name, counts }) => [name, Object.entries(Object.fromEntries(counts)).sort()]), more]);

const answer = { lengths: [], broken: [], same: 0, refused: 0, silent: [], strange: [], long: [], errors: {} };
const links = decks.map((deck) => toLink({ decks: [deck] }));
for (const [at, deck] of decks.entries()) {
  answer.lengths.push(links[at].length);
  const expected = JSON.stringify([[[deck.name, Object.entries(deck.counts).sort()]], {}]);
  if (written(fromLink(`https://page.example/x/${links[at]}`)) !== expected) answer.broken.push(deck.name);
}
for (let left = mutations; left > 0; left -= 1) {
  const link = links[random(links.length)];
  const changed = mutated(link);
  try {
    if (written(fromLink(changed)) === written(fromLink(link))) answer.same += 1;
    else answer.silent.push([link, changed]);
  } catch (error) {
    answer.refused += 1;
    if (!(error instanceof LinkError)) answer.strange.push([changed, String(error)]);
    else if (error.message.includes('\n') || error.message.length > 120) answer.long.push(error.message);
  }
}
const several = { decks: decks.slice(0, 3), seed: 'a b', swap: [1, { two: null }], ['__proto__']: 5 };
answer.several =
  written(fromLink(toLink(several))) ===
  written({
    ...several,
    decks: several.decks.map(({ name, counts }) => ({ name, counts: new Map(Object.entries(counts)) })),
  });
const wrong = {
  number: { 'no card': 4 },
  none: { 'BP01-001': 0 },
  many: { 'BP01-001': 1000 },
  half: { 'BP01-001': 1.5 },
};
for (const [key, counts] of Object.entries(wrong)) {
  try {
    toLink({ decks: [{ name: 'x', counts }] });
  } catch (error) {
    answer.errors[key] = error instanceof LinkError ? error.message : `strange: ${error}`;
  }
}
process.stdout.write(JSON.stringify(answer));
