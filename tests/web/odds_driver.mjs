// Answers questions that are given as JSON on stdin with the module that is named, as JSON on stdout.

import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const module = pathToFileURL(process.argv[2]);
const { odds, usual } = await import(module.href);
const { OddsError } = await import(new URL('condition.js', module).href);
const { decks, asked } = JSON.parse(readFileSync(0, 'utf-8'));

function answer({ deck, want, options }) {
  const start = performance.now();
  try {
    const result = want === null ? usual(decks[deck], options) : odds(decks[deck], want, options);
    return { result, milliseconds: performance.now() - start };
  } catch (error) {
    if (!(error instanceof OddsError)) throw error;
    return { error: error.message };
  }
}

process.stdout.write(JSON.stringify(asked.map(answer)));
