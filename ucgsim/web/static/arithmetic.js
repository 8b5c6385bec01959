/** The arithmetic of the library: what is reckoned of counts and of hands, the same bits as in Python. */

/** @typedef {readonly number[] | readonly (readonly number[])[]} Numbers A row of numbers, or rows that are as long. */

/** @type {import('./engine.js').Engine | undefined} */
let engine;

/** Say which instance of the library reckons, before anything is reckoned.
 * @param {import('./engine.js').Engine} opened */
export const reckonWith = (opened) => {
  engine = opened;
};

/** What an entry fills, array by array in their order; a page opens the library before it asks.
 *
 * @param {string} name
 * @param {(Numbers | {shape: number[]} | {room: number[]})[]} args What each argument holds, or the shape of an array
 *   that is filled, or of one to work in.
 * @returns {number[][]} Laid flat. */
export function reckon(name, ...args) {
  const library = /** @type {import('./engine.js').Engine} */ (engine);
  const places = args.map((arg, k) => {
    const kind = library.layout.counting[name][k];
    const shape = shapeOf(arg);
    const size = shape.reduce((product, length) => product * length, 1);
    // Sizes are few, so that room that was given back is room for others.
    const bytes = 2 ** Math.ceil(Math.log2(Math.max(8, Number(kind[1]) * size)));
    const at = library.room(bytes);
    if ('flat' in arg) library.write(kind, at, /** @type {number[]} */ (arg.flat()));
    return { kind, at, size, bytes, shape, filled: 'shape' in arg };
  });
  library.game[name](...places.flatMap(({ at, shape }) => [at, ...shape.map(BigInt)]));
  const filled = places.filter((each) => each.filled).map(({ kind, at, size }) => library.array(kind, at, size));
  places.forEach(({ at, bytes }) => library.giveBack(at, bytes));
  return filled;
}

/** @param {Numbers | {shape: number[]} | {room: number[]}} arg */
function shapeOf(arg) {
  if ('shape' in arg) return arg.shape;
  if ('room' in arg) return arg.room;
  return Array.isArray(arg[0]) ? [arg.length, arg[0].length] : [arg.length];
}
