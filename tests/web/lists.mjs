// Reads lists (texts, or bytes as lists of numbers), checks decks, makes and opens links, in a language, as the object
// on standard input asks for: node lists.mjs CARDS READER < { read, check, link, open, language, catalog } > ANSWERS
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { openCards } from '../../ucgsim/web/static/cards.js';
import { UcgsimError, readBy } from '../../ucgsim/web/static/known.js';
import { speak } from '../../ucgsim/web/static/language.js';
import { fromLink, toLink } from '../../ucgsim/web/static/link.js';
import { checkDeck, decoded, readList } from '../../ucgsim/web/static/lists.js';

const [, , file, reader] = process.argv;
const { language = 'en', catalog = {}, ...asked } = JSON.parse(readFileSync(0, 'utf8'));
readBy(await import(pathToFileURL(reader)));
speak(language, catalog);
const cards = openCards(readFileSync(file, 'utf8'));
const plain = ({ decks, ...more }) => ({
  ...more,
  decks: decks.map(({ name, counts }) => ({ name, counts: Object.fromEntries(counts) })),
});
const does = {
  read(given) {
    const started = performance.now();
    const text = typeof given === 'string' ? given : decoded(new Uint8Array(given).buffer);
    const { counts, ...rest } = readList(text, cards);
    return { ...rest, counts: Object.fromEntries(counts), seconds: (performance.now() - started) / 1000 };
  },
  check: (counts) => checkDeck(new Map(Object.entries(counts)), cards),
  link: (decks) => toLink(Array.isArray(decks) ? { decks } : decks),
  open: (link) => plain(fromLink(link)),
};
const attempt = (make) => (given) => {
  try {
    return make(given);
  } catch (error) {
    if (error instanceof UcgsimError) return error.message;
    throw error;
  }
};
const answers = Object.entries(asked).map(([name, all]) => [name, all.map(attempt(does[name]))]);
process.stdout.write(JSON.stringify(Object.fromEntries(answers)));
