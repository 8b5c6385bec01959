// Answers questions that are given as JSON on stdin with the library that lies in a folder, as JSON on stdout.

import { readFileSync } from 'node:fs';
import { reckon, reckonWith } from '../../ucgsim/web/static/arithmetic.js';
import { OddsError } from '../../ucgsim/web/static/condition.js';
import { Engine } from '../../ucgsim/web/static/engine.js';
import { odds, usual } from '../../ucgsim/web/static/odds.js';

const [wasm, layout, book] = ['ucgsim.wasm', 'layout.json', 'book.bin'].map((name) =>
  readFileSync(`${process.argv[2]}/${name}`),
);
reckonWith(await Engine.open({ wasm, layout: JSON.parse(layout), book: new Uint8Array(book) }));
const { decks, asked } = JSON.parse(readFileSync(0, 'utf-8'));

function answer({ deck, want, options, entry, args }) {
  if (entry) return reckon(entry, ...args);
  try {
    return { result: want === null ? usual(decks[deck], options) : odds(decks[deck], want, options) };
  } catch (error) {
    if (!(error instanceof OddsError)) throw error;
    return { error: error.message };
  }
}

process.stdout.write(JSON.stringify(asked.map(answer)));
