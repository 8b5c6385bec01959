// Reads lists and links as the page does: node lists.mjs CARDS < ASKED > READ
import { readFileSync } from 'node:fs';
import { openCards } from '../../ucgsim/web/static/cards.js';
import { fromLink, LinkError, toLink } from '../../ucgsim/web/static/link.js';
import { checkDeck, readList } from '../../ucgsim/web/static/lists.js';

const cards = openCards(JSON.parse(readFileSync(process.argv[2], 'utf-8')));
const { texts = [], searches = [], decks = [], broken = 0 } = JSON.parse(readFileSync(0, 'utf-8'));
const lists = texts.map((text) => {
  const { name, counts, problems } = readList(text, cards);
  return { name, counts: Object.fromEntries(counts), problems, wrong: checkDeck(counts, cards) };
});
const links = decks.map((deck) => toLink({ decks: [deck] }));
const back = links.map((link) => fromLink(link).decks[0]);
let state = 7;
const lot = (most) => { state = (state * 1103515245 + 12345) % 2147483648; return state % most; };
const tally = { same: 0, refused: 0, other: 0, crashed: 0, longest: 0 };
for (let k = 0; k < broken; k += 1) {
  const place = lot(links.length);
  const letters = [...links[place]];
  if (lot(3) === 0) letters.length = lot(letters.length);
  else for (let n = 0; n <= lot(3); n += 1) letters[lot(letters.length)] = 'ABCDxyz019-_#=<%'[lot(16)];
  try {
    const read = fromLink(letters.join(''));
    tally[JSON.stringify(read.decks[0]) === JSON.stringify(back[place]) ? 'same' : 'other'] += 1;
  } catch (error) {
    tally[error instanceof LinkError ? 'refused' : 'crashed'] += 1;
    tally.longest = Math.max(tally.longest, error.message.split('\n').length);
  }
}
const result = searches.map((words) => cards.search(words).map((card) => card.number));
process.stdout.write(JSON.stringify({ lists, links, back, tally, searches: result }));
