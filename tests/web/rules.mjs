// Names the rule of a redraw as hands come in, one after another: node rules.mjs FOLDER < COUNTS > RULES
import { readFileSync } from 'node:fs';
import { bestRule } from '../../ucgsim/web/static/redraw.js';
import { filesOf, opened } from './open.mjs';

await opened(filesOf(process.argv[2]));
let rule = null;
const named = JSON.parse(readFileSync(0, 'utf-8')).map((counts) => {
  rule = bestRule(counts, 200, rule);
  return rule?.words ?? null;
});
process.stdout.write(JSON.stringify(named));
