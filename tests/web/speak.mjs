// Says names and numbers in both languages: node speak.mjs CARDS READER < { catalog } > ANSWER
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { nameOf, openCards, titleOf } from '../../ucgsim/web/static/cards.js';
import { readBy } from '../../ucgsim/web/static/known.js';
import { preferred, speak } from '../../ucgsim/web/static/language.js';
import { readList } from '../../ucgsim/web/static/lists.js';
import { percent } from '../../ucgsim/web/static/numbers.js';

readBy(await import(pathToFileURL(process.argv[3])));
const cards = openCards(readFileSync(process.argv[2], 'utf8'));
const { catalog } = JSON.parse(readFileSync(0, 'utf8'));
const by = (of) => Object.fromEntries(cards.all.map((card) => [card.number, of(card)]));

function said(code, sentences) {
  speak(code, sentences);
  const names = by(nameOf);
  const read = cards.all.map((card) => readList(`1 ${card.number} ${names[card.number]}`, cards));
  const counts = Object.fromEntries(read.flatMap((each) => [...each.counts]));
  const rate = percent({ rate: 0.61, low: 0.54, high: 0.67, n: 1000, players: true });
  return { titles: by(titleOf), names, read: counts, problems: read.flatMap(({ problems }) => problems), rate };
}

const answer = {
  en: said('en'),
  ja: said('ja', catalog),
  cards: cards.all.map(({ number, title }) => ({ number, title })),
};
answer.preferred = { none: preferred(null), kept: preferred('"ja"'), wrong: preferred('"xx"') };
process.stdout.write(JSON.stringify(answer));
