// Python in a page or a worker: Pyodide with Cogtable's modules, whose rules run in their WebAssembly modules.

import type { GameModule } from './module'

/** What Pyodide gives for the buffer of a Python object. Its memory moves when Python's memory grows. */
interface PythonBuffer {
  readonly data: Uint8Array
  release(): void
}

/** A Python object with a buffer. */
interface PythonBytes {
  getBuffer(type: 'u8'): PythonBuffer
}

/** What Python calls; `src/cogtable/site/module_rules.py` says what it means. */
interface Bridge {
  use_box(size: number): void
  run(verb: string, seat: number, action: number, size: number, array: string, result: number): void
}

interface ModuleRules {
  exchange: PythonBytes
  connect(bridge: Bridge): void
}

/** What we use of Pyodide. */
export interface Python {
  unpackArchive(archive: Uint8Array, format: 'zip', options: { extractDir: string }): void
  runPython(code: string): unknown
  pyimport(name: string): Record<string, (...given: unknown[]) => unknown>
}

/** Pyodide's function `loadPyodide`. */
export type LoadPyodide = (options: object) => Promise<Python>

const FOLDER = '/cogtable'

/** Starts Python. `base` is the address of the folder with Pyodide's files, and ends in a slash. */
export async function startPython(
  load: LoadPyodide,
  base: string,
  archives: ArrayBuffer[],
): Promise<Python> {
  const python = await load({ indexURL: base })
  for (const archive of archives) addArchive(python, archive)
  python.runPython(`import sys; sys.path[:0] = ["${FOLDER}/standin", "${FOLDER}"]`)
  return python
}

/** Adds modules and files. */
export function addArchive(python: Python, archive: ArrayBuffer): void {
  python.unpackArchive(new Uint8Array(archive), 'zip', { extractDir: FOLDER })
}

/** Adds the game of a Python package, whose rules run in a module. */
export function addGame(python: Python, name: string, module: GameModule): void {
  const site = python.pyimport('cogtable.site.module_rules')
  const rules = site.run_by_module!(name, JSON.stringify(module.about)) as ModuleRules
  rules.connect(bridgeTo(module, rules.exchange))
}

/** The bridge to a module, by way of a buffer of Python's. */
function bridgeTo(module: GameModule, exchange: PythonBytes): Bridge {
  let buffer = exchange.getBuffer('u8')
  const bytes = (size: number): Uint8Array => {
    if (!buffer.data.length) {
      buffer.release()
      buffer = exchange.getBuffer('u8')
    }
    return buffer.data.subarray(0, size)
  }
  return {
    use_box: (size) => module.write('boxes', bytes(size)),
    run(verb, seat, action, size, array, result) {
      module.write('states', bytes(size))
      module.call(verb, { seat, action })
      module.copy(array, bytes(result))
    },
  }
}
