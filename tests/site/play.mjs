// Plays in Pyodide: `node play.mjs CLIENT FOLDER ORDER`. CLIENT is the bundle of `python_client.ts`, FOLDER the files of a
// page, and ORDER a JSON file: the games, a script, and what its function `run` is given. Prints what that returns.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

process.on('uncaughtException', (error) => {
  console.error(error.message ?? error) // Node.js would also print the line, which in Pyodide is a megabyte
  process.exit(1)
})

const [client, folder, order] = process.argv.slice(2)
const { GameModule, addGame, startPython } = await import(pathToFileURL(client).href)

const bytes = (name) => new Uint8Array(readFileSync(join(folder, name))).buffer
const json = (file) => JSON.parse(readFileSync(file, 'utf8'))

const { games, script, wanted } = json(order)
const known = json(join(folder, 'archives.json'))
const archives = new Set(['cogtable', 'workbench', ...games.flatMap((game) => known[game].archives)])
const base = `${join(folder, 'pyodide')}/`
const { loadPyodide } = await import(pathToFileURL(`${base}pyodide.mjs`).href)
const python = await startPython(
  loadPyodide,
  base,
  [...archives].map((name) => bytes(`${name}.zip`)),
)
for (const game of games) {
  const about = json(join(folder, `${game}.rules.json`))
  const module = await GameModule.load(bytes(`${game}.rules.wasm`), about, 0)
  addGame(python, known[game].package, module)
}
python.runPython(script)
const given = JSON.stringify(JSON.stringify(wanted))
console.log(python.runPython(`import json; json.dumps(run(json.loads(${given})))`))
