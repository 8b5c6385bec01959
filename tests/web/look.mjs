// Looks at games as the page does, by a pool of workers: node look.mjs FOLDER < ASKED > ANSWER
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { gameOf, ofGame } from '../../ucgsim/web/static/address.js';
import { UcgsimError, readBy } from '../../ucgsim/web/static/known.js';
import { Match } from '../../ucgsim/web/static/match.js';
import { Pool } from '../../ucgsim/web/static/pool.js';
import { mistaken, rated, reviewed } from '../../ucgsim/web/static/review.js';
import { filesOf, opened } from './open.mjs';

const [, , place, reader] = process.argv;
if (reader) readBy(await import(pathToFileURL(reader)));
const { games = [], reviews = [], links = [], kill = false } = JSON.parse(readFileSync(0, 'utf-8'));
const made = [];
const { wasm, layout, book } = filesOf(place);
const files = { wasm: await WebAssembly.compile(wasm), layout, book };

function make() {
  const worker = new Worker(new URL('./node_worker.mjs', import.meta.url));
  const like = { postMessage: (m) => worker.postMessage(m), onmessage: null, onerror: null };
  like.terminate = () => {
    like.gone = true;
    worker.terminate();
  };
  worker.on('message', (data) => like.onmessage({ data }));
  worker.on('exit', (code) => {
    if (code === 1 && !like.gone) like.onerror({ message: 'killed' });
  });
  made.push(like);
  return like;
}

const engine = await opened(files);
const pool = new Pool(make, files, 2);
const answer = { games: [], reviews: [], links: [] };
for (const what of games) {
  const { taken } = await pool.ask({ game: { ...what, you: -1 } });
  const match = new Match(engine, { ...what, you: -1, taken });
  const { turn, winner } = match.look();
  const moves = match.moves.map(({ player, asked, index }) => [player, asked, index]);
  // Forward and back again: a position is the same however it is come to.
  const seen = match.moves.map((_, k) => {
    match.seek(k);
    return JSON.stringify(match.look());
  });
  const again = match.moves
    .map((_, k) => k)
    .reverse()
    .every((k) => {
      match.seek(k);
      return JSON.stringify(match.look()) === seen[k];
    });
  match.close();
  answer.games.push({ turn, winner, moves, again });
}
for (const { what, you } of reviews) {
  const { taken } = await pool.ask({ game: { ...what, you: -1 } });
  const match = new Match(engine, { ...what, you: -1, taken });
  let parts = 0;
  const ratings = await rated(pool, {
    what,
    moves: match.moves,
    you,
    onPart: () => {
      parts += 1;
      if (kill && parts === 1) made[0].postMessage({ kind: 'die' });
    },
  });
  const { turn, winner } = match.look();
  const review = reviewed({ moves: match.moves, ratings, you, turns: turn, won: winner === 'AB'[you] });
  const rounds = review.rounds.map(({ turn: round, chance, reach, choices }) => ({
    turn: round,
    chance,
    reach,
    choices: choices.map((each) => ({
      chance: each.chance,
      best: each.best,
      errors: each.errors,
      wrong: mistaken(each),
    })),
  }));
  answer.reviews.push({ ...review, rounds, parts });
  match.close();
}
answer.links = links.map((link) => {
  try {
    const game = gameOf(link, layout);
    return game && { ...game, address: ofGame(game, layout.usual) };
  } catch (error) {
    return { refused: error.message, is: error instanceof UcgsimError };
  }
});
answer.workers = made.length;
pool.close();
process.stdout.write(JSON.stringify(answer));
process.exit(0);
