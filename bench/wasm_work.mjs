// The measured work: random games and searches with a game's module, by the client's own code, in Node.js and in Chromium.

import { GameModule } from "./module.mjs";

const bytes = (text) =>
  Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
const json = (whole) => JSON.parse(new TextDecoder().decode(whole));

/** Loads the module and the cases. `read` returns a promise of a file's contents, by its name. */
export async function load(read) {
  const about = json(await read("about.json"));
  const { simulations, ...cases } = json(await read("cases.json"));
  const module = await GameModule.load(
    await read("game.wasm"),
    about,
    simulations,
  );
  const dealt = bytes(cases.dealt);
  const positions = cases.positions.map(({ hidden, ...numbers }) => ({
    hidden: bytes(hidden),
    ...numbers,
  }));

  /** Plays all games, each up to a number of moves, and returns the number of moves. */
  function play(limit) {
    const size = about.records.state;
    let moves = 0;
    for (let at = 0; at < dealt.length; at += size) {
      module.write("states", dealt.subarray(at, at + size));
      moves += module.call("play_out", { limit });
    }
    return moves;
  }

  /** Searches from all positions, and returns the number of simulations. */
  function think() {
    for (const { hidden, seat, seed } of positions) {
      module.write("hidden", hidden);
      module.call("plant", { seat, seed });
      module.call("grow", { seat, more: simulations });
    }
    return simulations * positions.length;
  }

  /** The actions at the root of the last tree, and the number of visits of each. */
  function tried() {
    const count = module.call("tried");
    return ["actions", "visits"].map((name) => module.wholes(name, count));
  }

  return { limit: cases.limit, play, think, tried };
}
