// Packs Python's part of a site: `node pack.mjs ORDER`, a JSON file that says where things are.
//
// Starts Pyodide with the sources as they are in their folders, and lets `archives.py` write the archives there.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

process.on('uncaughtException', (error) => {
  console.error(error.message ?? error) // Node.js would also print the line, which in Pyodide is a megabyte
  process.exit(1)
})

const { pyodide, paths, packages, variants, out } = JSON.parse(
  readFileSync(process.argv[2], 'utf8'),
)
const OWN = ['pyodide.mjs', 'pyodide.asm.mjs', 'pyodide.asm.wasm']

const write = (name, bytes) => writeFileSync(join(out, name), bytes)

const { loadPyodide } = await import(pathToFileURL(join(pyodide, 'pyodide.mjs')).href)
const python = await loadPyodide({ indexURL: `${pyodide}/` })
const mount = (folder, at) => {
  python.FS.mkdirTree(at)
  python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, at)
}
const places = paths.map((_, i) => `/sources/${i}`)
paths.forEach((path, i) => mount(path, places[i]))
python.FS.mkdirTree('/packed')
// An empty archive, unpacked as a page unpacks its own, so that the modules for that are imported.
const empty = Uint8Array.of(0x50, 0x4b, 5, 6, ...new Array(18).fill(0))
python.unpackArchive(empty, 'zip', { extractDir: '/empty' })
const given = JSON.stringify(JSON.stringify({ places, packages, variants }))
python.runPython(`
import json, sys
order = json.loads(${given})
sys.dont_write_bytecode = True
sys.path[:0] = order["places"]
from cogtable.site import archives
archives.write(order["packages"], "/packed", order["variants"])
`)

mkdirSync(join(out, 'pyodide'), { recursive: true })
for (const name of OWN) write(`pyodide/${name}`, readFileSync(join(pyodide, name)))
const lock = JSON.parse(readFileSync(join(pyodide, 'pyodide-lock.json'), 'utf8'))
write('pyodide/pyodide-lock.json', Buffer.from(JSON.stringify({ ...lock, packages: {} })))
write('pyodide/python_stdlib.zip', Buffer.from(python.FS.readFile('/packed/python.zip')))
for (const name of python.FS.readdir('/packed'))
  if (!['.', '..', 'python.zip'].includes(name))
    write(name, Buffer.from(python.FS.readFile(`/packed/${name}`)))
