// Plays games step by step, a person's choices by advice or by lot: node match.mjs FOLDER < ASKED > ENDS
import { readFileSync } from 'node:fs';
import { Match } from '../../ucgsim/web/static/match.js';
import { filesOf, opened } from './open.mjs';

const engine = await opened(filesOf(process.argv[2]));
const ends = JSON.parse(readFileSync(0, 'utf-8')).map((what) => {
  const match = new Match(engine, what);
  let asked = 0;
  const ratings = [];
  const kinds = {};
  const problems = [];
  while (!match.over && asked < 2000) {
    const options = match.options();
    const scene = match.look();
    kinds[match.asked] = (kinds[match.asked] ?? 0) + 1;
    if (!options.length) problems.push(`nothing to choose at ${match.asked}`);
    if (scene.hands[1 - what.you].some((card) => card !== null) && what.blind) problems.push('sees the other hand');
    if (what.rated) ratings.push(match.rate(what.rated).map(({ rate, high }) => [rate, high - rate]));
    const advice = match.advice();
    const chosen = what.lots ? options[(asked * 7 + what.seed) % options.length].index : advice;
    if (what.undo && asked % 3 === 0) {
      match.take(chosen);
      match.undo();
    }
    match.take(chosen);
    asked += 1;
  }
  const { turn, winner, outcomes } = match.look();
  match.close();
  return { turn, winner, asked, kinds, problems, outcomes, ratings };
});
process.stdout.write(JSON.stringify({ ends }));
