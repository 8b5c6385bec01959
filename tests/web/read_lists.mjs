// Reads decklists, a JSON array of texts (of bytes, a list of numbers) on standard input, and prints what the page makes of each.
import { readFileSync } from 'node:fs';
import { openCards } from '../../ucgsim/web/static/cards.js';
import { checkDeck, decoded, readList } from '../../ucgsim/web/static/lists.js';

const cards = openCards(readFileSync(process.argv[2], 'utf8'));
const answers = JSON.parse(readFileSync(0, 'utf8')).map((given) => {
  const started = performance.now();
  const text = typeof given === 'string' ? given : decoded(new Uint8Array(given).buffer);
  const { counts, ...rest } = readList(text, cards);
  const wrong = checkDeck(counts, cards);
  return { ...rest, counts: Object.fromEntries(counts), wrong, seconds: (performance.now() - started) / 1000 };
});
process.stdout.write(JSON.stringify(answers));
