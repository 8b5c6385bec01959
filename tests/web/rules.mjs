// Names the rule of a redraw for some counts of hands: node rules.mjs FOLDER < COUNTS > RULES
import { readFileSync } from 'node:fs';
import { bestRule } from '../../ucgsim/web/static/redraw.js';
import { filesOf, opened } from './open.mjs';

await opened(filesOf(process.argv[2]));
const named = JSON.parse(readFileSync(0, 'utf-8')).map((counts) => bestRule(counts).words);
process.stdout.write(JSON.stringify(named));
