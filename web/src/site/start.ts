// Starts the Python of a page without a server, with the archives and modules of the games that it needs.

import { GameModule, type About } from '../engine/module'
import { addArchive, addGame, startPython, type LoadPyodide } from '../engine/python'
import { responseOf, type Files } from './files'
import { NoWebAssembly, type Keep, type Python, type Script } from './tables'

const PYODIDE = 'python/pyodide/'
/** Pyodide fetches these itself. */
const FETCHED = ['pyodide.asm.wasm', 'python_stdlib.zip', 'pyodide-lock.json'].map(
  (name) => PYODIDE + name,
)
/** The browser loads these as modules. */
const IMPORTED = ['pyodide.mjs', 'pyodide.asm.mjs'].map((name) => PYODIDE + name)
const COGTABLE = 'python/cogtable.zip'
const WORKBENCH = 'python/workbench.zip'

const archive = (name: string): string => `python/${name}.zip`

/** The files of a game, besides its archives. */
const ofRules = (game: string): [module: string, about: string] => [
  `python/${game}.rules.wasm`,
  `python/${game}.rules.json`,
]

const filesOf = (files: Files, game: string): string[] => {
  const { archives = [] } = files.site.games[game] ?? {}
  return archives.length ? [...archives.map(archive), ...ofRules(game)] : []
}

/** The name of the moment when Python has started, among the worker's performance marks. */
const STARTED = 'python-started'

/** The files that Python needs for a game, or without one. */
export const filesFor = (files: Files, game: string): string[] => [
  ...new Set([...IMPORTED, ...FETCHED, COGTABLE, ...filesOf(files, game)]),
]

/** The tables, as a class of Python. */
type ScriptClass = (
  keep: (table: string, record: { toJs(): Uint8Array }) => void,
  now: number,
  networks: string,
  modules: string,
) => Script

/**
 * Starts Python with a game. `loading` is called while files are loaded, with the number of bytes so far and of all.
 * Rejects with NoWebAssembly, Mixed or Unreachable.
 */
export async function startTables(
  files: Files,
  keep: Keep,
  game: string,
  loading: (bytes: number, all: number) => void,
): Promise<Python> {
  if (typeof WebAssembly === 'undefined') throw new NoWebAssembly('there is no WebAssembly')
  const loaded = await loadAll(files, filesFor(files, game), loading)
  const base = files.root + PYODIDE
  const { loadPyodide } = (await import(/* @vite-ignore */ `${base}pyodide.mjs`)) as {
    loadPyodide: LoadPyodide
  }
  const python = await fetchingFrom(files.root, loaded, () =>
    startPython(loadPyodide, base, [loaded.get(COGTABLE)!.buffer]),
  )
  // Python has them now, and they are large.
  for (const path of [...IMPORTED, ...FETCHED, COGTABLE]) loaded.delete(path)
  const tables = python.pyimport('cogtable.site.page_tables')
  const script = (tables['ScriptTables'] as unknown as ScriptClass)(
    (table, record) => keep(table, record.toJs()),
    Date.now() / 1000,
    JSON.stringify(files.site.networks),
    JSON.stringify(
      Object.fromEntries(
        Object.entries(files.site.games).map(([name, { module }]) => [name, module]),
      ),
    ),
  )
  performance.mark(STARTED)
  const unpacked = new Set<string>()
  const adding = new Map<string, Promise<void>>()

  async function add(name: string): Promise<void> {
    const { package: from, archives } = files.site.games[name]!
    const own = await loadAll(files, filesOf(files, name), loading, loaded)
    for (const each of archives) {
      if (unpacked.has(each)) continue
      addArchive(python, own.get(archive(each))!.buffer)
      unpacked.add(each)
    }
    const [wasm, described] = ofRules(name)
    const about = JSON.parse(new TextDecoder().decode(own.get(described))) as About
    addGame(python, from, await GameModule.load(own.get(wasm)!, about, 0))
  }

  let workbench: Promise<void> | null = null

  return {
    script,
    addWorkbench() {
      workbench ??= loadAll(files, [WORKBENCH], loading)
        .then((loaded) => addArchive(python, loaded.get(WORKBENCH)!.buffer))
        .catch((error: unknown) => {
          workbench = null
          throw error
        })
      return workbench
    },
    addGame(name) {
      if (!files.site.games[name]) return Promise.resolve()
      const known = adding.get(name)
      if (known) return known
      const added = add(name)
      adding.set(name, added)
      added.catch(() => adding.delete(name))
      return added
    },
  }
}

type Loaded = Map<string, Uint8Array<ArrayBuffer>>

/** Loads files at the same time, unless they are among those that were loaded before. */
async function loadAll(
  files: Files,
  paths: string[],
  loading: (bytes: number, all: number) => void,
  before: Loaded = new Map(),
): Promise<Loaded> {
  const all = files.size(paths.filter((path) => !before.has(path)))
  let bytes = 0
  const heard = (more: number): void => {
    bytes += more
    loading(Math.min(bytes, all), all)
  }
  const load = async (path: string): Promise<[string, Uint8Array<ArrayBuffer>]> => [
    path,
    before.get(path) ?? (await files.load(path, heard)),
  ]
  return new Map(await Promise.all(paths.map(load)))
}

/** Does something whose requests are answered with files that are loaded already. */
async function fetchingFrom<T>(root: string, loaded: Loaded, work: () => Promise<T>): Promise<T> {
  const { fetch } = globalThis
  globalThis.fetch = (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    const bytes = loaded.get(url.slice(root.length))
    return url.startsWith(root) && bytes
      ? Promise.resolve(responseOf(url, bytes))
      : fetch(input, init)
  }
  try {
    return await work()
  } finally {
    globalThis.fetch = fetch
  }
}
