// Plays what standard input asks for in WebAssembly, and prints counts: node count.mjs FOLDER < ASKED > COUNTS
import { readFileSync } from 'node:fs';
import { filesOf, opened } from './open.mjs';

const engine = await opened(filesOf(process.argv[2]));
const answers = JSON.parse(readFileSync(0, 'utf-8')).map(
  ({ a, b, other, byLead, policies, seed, matchup, start, games, hands }) => {
    const what = { policies, seed, matchup, start, games, byLead };
    const tables = [engine.table(a, b, policies), ...(other || byLead ? [engine.table(other ?? a, b, policies)] : [])];
    const began = performance.now();
    const dealt = () =>
      [false, true].map((redraw) =>
        engine.hands(tables[0], { ...what, redraw }).map(({ hand, points }) => ({ hand: String(hand), points })),
      );
    const played = () => (tables.length > 1 ? engine.countPairs(tables, what).pairs : engine.count(tables[0], what));
    const counted = hands ? dealt() : played();
    const seconds = (performance.now() - began) / 1000;
    tables.forEach((table) => engine.drop(table));
    return { counted, seconds };
  },
);
process.stdout.write(JSON.stringify({ answers, memory: engine.memory.buffer.byteLength }));
