// Opens the game of a folder, with what standard input changes of its files: node opened.mjs FOLDER < CHANGES > LINES
import { readFileSync } from 'node:fs';
import { Engine } from '../../ucgsim/web/static/engine.js';

const place = process.argv[2];
const layout = JSON.parse(readFileSync(`${place}/layout.json`, 'utf-8'));
const [wasm, book] = ['ucgsim.wasm', 'book.bin'].map((name) => new Uint8Array(readFileSync(`${place}/${name}`)));
const lines = [];
for (const { version = layout.version, mark = layout.mark, tail = layout.mark, cards } of JSON.parse(readFileSync(0))) {
  const ended = new Uint8Array([...book.slice(0, -tail.length), ...new TextEncoder().encode(tail)]);
  const files = { wasm, layout: { ...layout, version, mark }, book: ended, mark: cards };
  lines.push(
    await Engine.open(files).then(
      () => 'open',
      (error) => error.message,
    ),
  );
}
process.stdout.write(JSON.stringify(lines));
