// Searches for better cards as the page does: node swaps.mjs FOLDER CARDS READER < ASKED > ANSWER
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { reckonWith } from '../../ucgsim/web/static/arithmetic.js';
import { openCards } from '../../ucgsim/web/static/cards.js';
import { Engine } from '../../ucgsim/web/static/engine.js';
import { readBy } from '../../ucgsim/web/static/known.js';
import { Pool } from '../../ucgsim/web/static/pool.js';
import { bestSwaps } from '../../ucgsim/web/static/swaps.js';

const [place, cards, reader] = process.argv.slice(2);
const { budget, counts, rivals, policy, swaps } = JSON.parse(readFileSync(0, 'utf-8'));
readBy(await import(pathToFileURL(reader)));
const files = {
  wasm: await WebAssembly.compile(readFileSync(`${place}/ucgsim.wasm`)),
  layout: JSON.parse(readFileSync(`${place}/layout.json`, 'utf-8')),
  book: new Uint8Array(readFileSync(`${place}/book.bin`)),
};
reckonWith(await Engine.open(files));

function make() {
  const worker = new Worker(new URL('./node_worker.mjs', import.meta.url));
  const like = { postMessage: (m) => worker.postMessage(m), terminate: () => worker.terminate(), onmessage: null };
  worker.on('message', (data) => like.onmessage({ data }));
  return like;
}

const pool = new Pool(make, files, 2);
const began = performance.now();
let share = 0;
const tried = await bestSwaps({
  ...{ counts, rivals, policy, pool, budget, swaps, spread: null },
  cards: openCards(JSON.parse(readFileSync(cards, 'utf-8'))),
  signal: new AbortController().signal,
  onProgress: (now) => {
    share = now;
  },
});
pool.close();
process.stdout.write(JSON.stringify({ tried, share, seconds: (performance.now() - began) / 1000 }));
process.exit(0);
