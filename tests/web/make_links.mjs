// Prints the links of an array of decks on standard input; with a card file, what is wrong with the counts there.
import { readFileSync } from 'node:fs';
import { openCards } from '../../ucgsim/web/static/cards.js';
import { toLink } from '../../ucgsim/web/static/link.js';
import { checkDeck } from '../../ucgsim/web/static/lists.js';

const asked = JSON.parse(readFileSync(0, 'utf8'));
const [, , file] = process.argv;
const answer = file
  ? checkDeck(new Map(Object.entries(asked)), openCards(readFileSync(file, 'utf8')))
  : asked.map((deck) => toLink({ decks: [deck] }));
process.stdout.write(JSON.stringify(answer));
