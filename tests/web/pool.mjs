// Plays what standard input asks for by a pool of workers: node pool.mjs FOLDER < ASKED > ANSWER
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { EngineError } from '../../ucgsim/web/static/engine.js';
import { aligned, Pool } from '../../ucgsim/web/static/pool.js';

const place = process.argv[2];
const { size, tasks, kill, stop, cards } = JSON.parse(readFileSync(0, 'utf-8'));
const files = {
  wasm: await WebAssembly.compile(readFileSync(`${place}/ucgsim.wasm`)),
  layout: JSON.parse(readFileSync(`${place}/layout.json`, 'utf-8')),
  book: new Uint8Array(readFileSync(`${place}/book.bin`)),
};
const made = [];
let looks;
// Looks at the workers begin when one of them ends, and are soon over: a test does not wait as long as a page.
const every = globalThis.setInterval;
globalThis.setInterval = (look) => {
  looks = look;
};

function make() {
  const worker = new Worker(new URL('./node_worker.mjs', import.meta.url));
  const like = {
    postMessage: (m) => worker.postMessage(m),
    terminate: () => worker.terminate(),
    onmessage: null,
    onerror: null,
  };
  worker.on('message', (data) => like.onmessage({ data }));
  worker.on('exit', (code) => {
    if (code === 1 && !like.gone) like.onerror({ message: 'killed' });
  });
  like.terminate = () => {
    like.gone = true;
    worker.terminate();
  };
  made.push(like);
  return like;
}

const pool = new Pool(make, files, size);
const order = [];
const controls = {};
const began = performance.now();
const answers = await Promise.all(
  tasks.map(async (task, number) => {
    const control = (controls[task.question ?? `own ${number}`] ??= new AbortController());
    let seen = 0;
    let stopped = 0;
    const onCounts = () => {
      seen += 1;
      order.push(number);
      if (kill && number === 0 && seen === 2) {
        if (kill === 'quietly') {
          made[0].terminate();
          every(looks, 200);
        } else made[0].postMessage({ kind: 'die' });
      }
      if (stop && seen === 2) {
        control.abort();
        stopped = performance.now();
      }
    };
    const other = task.other && aligned(task.a, task.other, (each) => cards[each]);
    try {
      const counted = await pool.play({ ...task, other, onCounts, signal: control.signal });
      return { counted, seen, waited: stopped ? performance.now() - stopped : 0 };
    } catch (error) {
      return { refused: error.message, is: error instanceof EngineError };
    }
  }),
);
const seconds = (performance.now() - began) / 1000;
pool.close();
process.stdout.write(JSON.stringify({ answers, order, seconds, workers: made.length }));
process.exit(0);
