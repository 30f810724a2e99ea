// Packs Python's part of a site: `node pack.mjs ORDER`, a JSON file that says where things are.
//
// Starts Pyodide with the sources as they are in their folders, and lets `archives.py` write the archives there.

import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import zlib from 'node:zlib'

process.on('uncaughtException', (error) => {
  console.error(error.message ?? error) // Node.js would also print the line, which in Pyodide is a megabyte
  process.exit(1)
})

const { pyodide, paths, packages, files, out, kept } = JSON.parse(
  readFileSync(process.argv[2], 'utf8'),
)
const OWN = ['pyodide.mjs', 'pyodide.asm.mjs', 'pyodide.asm.wasm']

const { constants, brotliCompressSync, brotliDecompressSync, gzipSync, gunzipSync } = zlib
const brotli = (bytes) =>
  brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })
const PACKED = {
  br: [brotli, brotliDecompressSync],
  gz: [(bytes) => gzipSync(bytes, { level: 9 }), gunzipSync],
}

/** Writes a file, and the same compressed, which takes seconds and is kept from one time to the next. */
function write(name, bytes) {
  writeFileSync(join(out, name), bytes)
  for (const [suffix, [pack, unpack]] of kept ? Object.entries(PACKED) : []) {
    const file = join(kept, `${name}.${suffix}`)
    if (!existsSync(file) || !unpack(readFileSync(file)).equals(bytes))
      writeFileSync(file, pack(bytes))
    copyFileSync(file, join(out, `${name}.${suffix}`))
  }
}

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
const given = JSON.stringify(JSON.stringify({ places, packages }))
python.runPython(`
import json, sys
order = json.loads(${given})
sys.dont_write_bytecode = True
sys.path[:0] = order["places"]
from cogtable.site import archives
archives.write(order["packages"], "/packed")
`)

mkdirSync(join(out, 'pyodide'), { recursive: true })
if (kept) mkdirSync(join(kept, 'pyodide'), { recursive: true })
for (const name of OWN) write(`pyodide/${name}`, readFileSync(join(pyodide, name)))
const lock = JSON.parse(readFileSync(join(pyodide, 'pyodide-lock.json'), 'utf8'))
write('pyodide/pyodide-lock.json', Buffer.from(JSON.stringify({ ...lock, packages: {} })))
write('pyodide/python_stdlib.zip', Buffer.from(python.FS.readFile('/packed/python.zip')))
for (const name of python.FS.readdir('/packed'))
  if (!['.', '..', 'python.zip'].includes(name))
    write(name, Buffer.from(python.FS.readFile(`/packed/${name}`)))
for (const file of files) write(basename(file), readFileSync(file))
