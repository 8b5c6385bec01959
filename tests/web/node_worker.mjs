// A worker of the page in Node: what a browser calls a worker's own names is given to it.
import { parentPort } from 'node:worker_threads';

globalThis.postMessage = (message) => parentPort.postMessage(message);
await import('../../ucgsim/web/static/worker.js');
parentPort.on('message', (data) => {
  if (data.kind === 'die') process.exit(1);
  globalThis.onmessage({ data });
});
