// Calls functions of a module: a JSON object of names, each with a list of arguments, gives their answers in order.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const functions = await import(pathToFileURL(process.argv[2]).href);
const wanted = JSON.parse(readFileSync(0, 'utf8'), (_, value) => (value === 'NaN' ? NaN : value));
const answers = Object.fromEntries(
  Object.entries(wanted).map(([name, calls]) => [name, calls.map((each) => functions[name](...each))]),
);
process.stdout.write(JSON.stringify(answers, (_, value) => (Number.isNaN(value) ? 'NaN' : value)));
