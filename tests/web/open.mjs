// The game of a folder, open as a page has it.
import { readFileSync } from 'node:fs';
import { reckonWith } from '../../ucgsim/web/static/arithmetic.js';
import { Engine } from '../../ucgsim/web/static/engine.js';

/** The layout and the files as `Engine.open` takes them. @param {string} place */
export function filesOf(place) {
  const layout = JSON.parse(readFileSync(`${place}/layout.json`, 'utf-8'));
  return {
    wasm: readFileSync(`${place}/ucgsim.wasm`),
    layout,
    book: new Uint8Array(readFileSync(`${place}/book.bin`)),
  };
}

/** An instance, with which statistics are reckoned too. @param {ReturnType<typeof filesOf>} files */
export async function opened(files) {
  const engine = await Engine.open(files);
  reckonWith(engine);
  return engine;
}
