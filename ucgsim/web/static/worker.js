/** A worker: one instance of the game that plays blocks of games and looks into single ones, as
 * `pool.js` asks it to. */

import { reckonWith } from './arithmetic.js';
import { Engine } from './engine.js';
import { _, lineOf, speak } from './language.js';
import { Match } from './match.js';
import { handsCounted } from './redraw.js';

/** Tables that lie open at a time; each takes a megabyte. */
const MOST_TABLES = 12;

/** @type {Engine | undefined} */
let engine;
/** @type {Map<string, import('./engine.js').Table>} The latest used last. */
const tables = new Map();

/** @param {string[]} a @param {string[]} b @param {[string, string]} policies @param {string[]} [further] */
function tableOf(a, b, policies, further) {
  if (!engine) throw new Error(_('The worker has no game yet.'));
  const key = JSON.stringify([a, b, policies, further]);
  const table = tables.get(key) ?? engine.table([...a].sort(), [...b].sort(), policies, further);
  tables.delete(key);
  tables.set(key, table);
  if (tables.size > MOST_TABLES) {
    const [oldest, dropped] = /** @type {[string, import('./engine.js').Table]} */ (tables.entries().next().value);
    tables.delete(oldest);
    engine.drop(dropped);
  }
  return engine.dealt(table, a, b);
}

/** @param {import('./pool.js').Task} task @param {number} start @param {number} games */
function counted(task, start, games) {
  const { a, b, other, byLead, policies, seed, matchup = 0, marks, further, screen, changes } = task;
  const what = { policies, seed, matchup, start, games, byLead };
  const first = tableOf(a, b, policies, further);
  if (screen) return /** @type {Engine} */ (engine).screen(first, { ...what, ...screen });
  if (changes) return /** @type {Engine} */ (engine).exchange(first, { ...what, changes });
  if (marks) return handsCounted(/** @type {Engine} */ (engine), first, marks, what);
  if (!other && !byLead) return /** @type {Engine} */ (engine).count(first, what);
  return /** @type {Engine} */ (engine).countPairs([first, tableOf(other ?? a, b, policies)], what);
}

/** Play a game again, and rate what may be chosen where it stops: one game in slow motion costs a page its smoothness.
 * @param {import('./pool.js').Wish} wish @returns {import('./pool.js').Looked} */
function looked({ game, worlds, open }) {
  const match = new Match(/** @type {Engine} */ (engine), game);
  try {
    const { asked, over, taken } = match;
    if (over || !worlds) return { asked, options: [], rates: [], usual: -1, taken };
    return { asked, options: match.options({ open }), rates: match.rate(worlds), usual: match.advice(), taken };
  } finally {
    match.close();
  }
}

globalThis.onmessage = async (/** @type {MessageEvent} */ { data }) => {
  const { kind, id, task, start, games, files, spoken } = data;
  try {
    if (spoken) speak(spoken.code, spoken.catalog);
    if (kind === 'speak') return;
    if (kind === 'open') {
      engine = await Engine.open(files);
      reckonWith(engine);
      postMessage({ kind: 'ready' });
      return;
    }
    if (kind === 'look') {
      postMessage({ kind: 'looked', answer: looked(task) });
      return;
    }
    const began = performance.now();
    const counts = counted(task, start, games);
    postMessage({ kind: 'counts', id, start, games, counts, took: performance.now() - began });
  } catch (error) {
    postMessage({ kind: 'failed', id, message: lineOf(error) });
  }
};
