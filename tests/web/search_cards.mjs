// Opens the card file of its first argument and prints what it says of the numbers and the words on standard input.
import { readFileSync } from 'node:fs';
import { openCards } from '../../ucgsim/web/static/cards.js';

const file = readFileSync(process.argv[2], 'utf8');
const cards = openCards(JSON.parse(file));
const { numbers, words, limit } = JSON.parse(readFileSync(0, 'utf8'));
let newer = '';
try {
  openCards({ ...JSON.parse(file), format: 99 });
} catch (error) {
  newer = error.message;
}
process.stdout.write(
  JSON.stringify({
    many: cards.all.length,
    cards: numbers.map((number) => cards.get(number) ?? null),
    hits: words.map((text) => cards.search(text, limit).map((card) => card.number)),
    newer,
  }),
);
