// Prints what links hold, a JSON array on standard input.
import { readFileSync } from 'node:fs';
import { fromLink } from '../../ucgsim/web/static/link.js';

const read = JSON.parse(readFileSync(0, 'utf8')).map(fromLink);
const plain = (/** @type {any} */ { decks, ...more }) => ({
  ...more,
  decks: decks.map((/** @type {any} */ { name, counts }) => ({ name, counts: Object.fromEntries(counts) })),
});
process.stdout.write(JSON.stringify(read.map(plain)));
