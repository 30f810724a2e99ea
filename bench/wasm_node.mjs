// Measures a game's module in Node.js: `node wasm_node.mjs FOLDER`, with a folder that bench/wasm.py has prepared. Prints moves and
// simulations per second of CPU time, from the better of two runs.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [, , folder] = process.argv;
const { load } = await import(pathToFileURL(join(folder, "wasm_work.mjs")));
const { limit, play, think } = await load((name) =>
  readFile(join(folder, name)),
);

/** What `work` returns, and the CPU seconds that it takes. */
function timed(work) {
  const before = process.cpuUsage();
  const done = work();
  const { user, system } = process.cpuUsage(before);
  return [done, (user + system) / 1e6];
}

/** Moves a second, without the calls themselves. */
function movesPerSecond() {
  const [, calls] = timed(() => play(0));
  const [done, seconds] = timed(() => play(limit));
  return done / (seconds - calls);
}

function simulationsPerSecond() {
  const [done, seconds] = timed(think);
  return done / seconds;
}

const best = (rate) =>
  Math.max(...[rate, rate, rate].map((one) => one()).slice(1));
console.log(
  JSON.stringify({
    moves: best(movesPerSecond),
    simulations: best(simulationsPerSecond),
  }),
);
