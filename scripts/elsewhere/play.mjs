// Plays the games of a file in WebAssembly, as play.c does: node play.mjs ucgsim.wasm CASES > ROWS
import { readFileSync, writeSync } from 'node:fs';

const [code, place] = process.argv.slice(2);
const { exports: game } = (await WebAssembly.instantiate(readFileSync(code))).instance;
const cases = readFileSync(place);
const PAGE = 65536;
let at = 0;

function out(bytes) {
  for (let sent = 0; sent < bytes.length;) sent += writeSync(1, bytes, sent);
}

while (at < cases.length) {
  const n = Array.from({ length: 12 }, (_, k) => Number(cases.readBigInt64LE(at + 8 * k)));
  const [seed, matchup] = [cases.readBigInt64LE(at + 32), cases.readBigInt64LE(at + 40)];
  at += 96;
  const sizes = [n[0], n[1], 2 * n[2] * n[3], 8 * n[6], 8 * n[6], n[9] * n[10], 8 * n[11]];
  let end = (game.__heap_base.value + 63) & ~63;
  const room = (bytes) => {
    const here = end;
    end = (end + bytes + 63) & ~63;
    return here;
  };
  const given = sizes.map(room);
  const [rows, ends, battles] = [room(n[6] * n[7]), room(8 * n[6]), room(n[8])];
  const lack = end - game.memory.buffer.byteLength;
  if (lack > 0) game.memory.grow(Math.ceil(lack / PAGE));
  const memory = new Uint8Array(game.memory.buffer);
  memory.fill(0, rows, end);
  sizes.forEach((bytes, k) => {
    memory.set(cases.subarray(at, at + bytes), given[k]);
    at += bytes;
  });
  const [g, t, decks, indices, leads, scratch, where] = given;
  const big = (number) => BigInt(number);
  const games = big(n[6]);
  game.ucg_play_games(
    g,
    t,
    decks,
    big(n[2]),
    big(n[3]),
    seed,
    matchup,
    indices,
    games,
    leads,
    games,
    rows,
    games,
    battles,
    big(n[8]),
    ends,
    games,
    scratch,
    big(n[9]),
    where,
    big(n[11]),
  );
  const view = new DataView(game.memory.buffer);
  out(memory.subarray(rows, rows + n[6] * n[7]));
  out(memory.subarray(ends, ends + 8 * n[6]));
  out(memory.subarray(battles, battles + Number(view.getBigInt64(ends + 8 * (n[6] - 1), true))));
}
