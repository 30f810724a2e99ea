// Plays and searches with a game's module in Node.js, with the client's own code: `node wasm_node.mjs FOLDER GAME CASES`. Prints moves
// and simulations per second of CPU time, from the better of two runs.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [, , folder, game, cases] = process.argv;
const web = new URL("../web/", import.meta.url);

/** Imports a module of the client without its types. */
async function client(name) {
  const ts = createRequire(new URL("package.json", web))("typescript");
  const source = readFileSync(new URL(`src/engine/${name}.ts`, web), "utf8");
  const options = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
  };
  const place = mkdtempSync(join(tmpdir(), "cogtable-"));
  try {
    const file = join(place, `${name}.mjs`);
    writeFileSync(
      file,
      ts.transpileModule(source, { compilerOptions: options }).outputText,
    );
    return await import(pathToFileURL(file).href);
  } finally {
    rmSync(place, { recursive: true });
  }
}

const { GameModule } = await client("module");
const about = JSON.parse(readFileSync(join(folder, `${game}.json`)));
const { simulations, limit, dealt, positions } = JSON.parse(
  readFileSync(cases),
);
const module = await GameModule.load(
  readFileSync(join(folder, `${game}.wasm`)),
  about,
  simulations,
);
const bytes = (text) => Uint8Array.from(Buffer.from(text, "base64"));

/** What `work` returns, and the CPU seconds that it takes. */
function timed(work) {
  const before = process.cpuUsage();
  const done = work();
  const { user, system } = process.cpuUsage(before);
  return [done, (user + system) / 1e6];
}

/** Plays all games, up to so many moves each. */
function play(most) {
  const whole = bytes(dealt);
  const size = about.records.state;
  let moves = 0;
  for (let at = 0; at < whole.length; at += size) {
    module.write("states", whole.subarray(at, at + size));
    moves += module.call("play_out", { limit: most });
  }
  return moves;
}

function think() {
  let done = 0;
  for (const { hidden, seat, seed } of positions) {
    module.write("hidden", bytes(hidden));
    module.call("plant", { seat, seed });
    module.call("grow", { seat, more: simulations });
    done += simulations;
  }
  return done;
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
