// Prints the link of each array of decks on standard input.
import { readFileSync } from 'node:fs';
import { toLink } from '../../ucgsim/web/static/link.js';

process.stdout.write(JSON.stringify(JSON.parse(readFileSync(0, 'utf8')).map((decks) => toLink({ decks }))));
