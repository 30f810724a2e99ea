// Plays in Pyodide: `node play.mjs CLIENT FOLDER`. CLIENT is the bundle of `python_client.ts`; the folder has the files of
// a page, and `order.json`, which says what to play. Prints what the script's function `run` returns.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [client, folder] = process.argv.slice(2)
const { GameModule, runRules, startPython } = await import(pathToFileURL(client).href)

const bytes = (name) => new Uint8Array(readFileSync(join(folder, name))).buffer
const json = (name) => JSON.parse(readFileSync(join(folder, name), 'utf8'))

const { archives, modules, script, wanted } = json('order.json')
const base = `${join(folder, 'pyodide')}/`
const { loadPyodide } = await import(pathToFileURL(`${base}pyodide.mjs`).href)
const python = await startPython(loadPyodide, base, archives.map(bytes))
for (const name of modules)
  runRules(python, await GameModule.load(bytes(`${name}.wasm`), json(`${name}.json`), 0))
python.runPython(script)
const given = JSON.stringify(JSON.stringify(wanted))
console.log(python.runPython(`import json; json.dumps(run(json.loads(${given})))`))
