// Has a pool play tasks again that were stopped, grew or were hidden: node saved.mjs FOLDER < TASKS > ANSWER
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { Pool } from '../../ucgsim/web/static/pool.js';
import { filesOf } from './open.mjs';

const { wasm, layout, book } = filesOf(process.argv[2]);
const files = { wasm: await WebAssembly.compile(wasm), layout, book };
const { tasks, more } = JSON.parse(readFileSync(0, 'utf-8'));
globalThis.document = Object.assign(new EventTarget(), { hidden: false });
let games = 0;
function make() {
  const worker = new Worker(new URL('./node_worker.mjs', import.meta.url));
  const like = { onmessage: null, onerror: null, terminate: () => worker.terminate() };
  like.postMessage = (message) => {
    if (message.kind === 'play') games += message.games;
    worker.postMessage(message);
  };
  worker.on('message', (data) => like.onmessage({ data }));
  return like;
}
const pool = new Pool(make, files, 2);
const turn = (hidden) => {
  globalThis.document.hidden = hidden;
  globalThis.document.dispatchEvent(new Event('visibilitychange'));
};
// What comes of a task that is played on, and how many games were handed out for it.
async function played(task, given = {}) {
  games = 0;
  let shown = 0;
  const onCounts = (_, done) => {
    shown ||= done;
    given.onCounts?.(done);
  };
  const counted = await pool.play({ ...task, saved: true, onCounts, signal: given.signal });
  return { counted, games, shown };
}

const answers = [];
for (const task of tasks) {
  const control = new AbortController();
  let looks = 0;
  const onCounts = () => {
    looks += 1;
    if (looks === 3) control.abort();
  };
  const stopped = await played(task, { signal: control.signal, onCounts });
  const known = pool.known(task).games;
  const whole = await played(task);
  const again = await played(task);
  const grown = await played({ ...task, games: more });
  const fewer = await played(task);
  answers.push({ stopped, known, whole, again, grown, fewer });
}

// While nobody looks, nothing is handed out; what was out comes in.
const [task] = tasks;
const hidden = { ...task, seed: task.seed + 1, games: more };
let out = 0;
let seen = 0;
const playing = played(hidden, {
  onCounts: () => {
    seen += 1;
    if (seen === 2) {
      turn(true);
      out = games;
    }
  },
});
const idle = () => seen >= 2 && pool.places.every((place) => place.ready && !place.at);
while (!idle()) await new Promise((go) => setTimeout(go, 20));
const atRest = games;
const looked = await pool.ask({ game: { ...task, matchup: 0, game: 0, you: -1 } });
const wished = games;
const saved = pool.known(hidden).games;
turn(false);
const { counted } = await playing;
pool.close();
process.stdout.write(JSON.stringify({ answers, hidden: { out, atRest, wished, saved, counted, all: games, looked } }));
process.exit(0);
