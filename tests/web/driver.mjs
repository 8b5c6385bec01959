// Reckons as the page does: node driver.mjs FOLDER < { entries, calls } > ANSWERS. Entries of the library give the
// bytes of what they fill; calls are of functions of the page's numbers, by name.
import { readFileSync } from 'node:fs';
import { reckon } from '../../ucgsim/web/static/arithmetic.js';
import * as numbers from '../../ucgsim/web/static/numbers.js';
import { filesOf, opened } from './open.mjs';

await opened(filesOf(process.argv[2]));
const { entries = [], calls = {} } = JSON.parse(readFileSync(0, 'utf8'));
const bytes = (row) => Buffer.from(new Float64Array(row).buffer).toString('hex');
const answers = Object.entries(calls).map(([name, all]) => [name, all.map((each) => numbers[name](...each))]);
const filled = entries.map(([name, ...args]) => reckon(name, ...args).map(bytes));
const said = (_, value) => (Number.isNaN(value) ? 'NaN' : value);
process.stdout.write(JSON.stringify({ entries: filled, ...Object.fromEntries(answers) }, said));
