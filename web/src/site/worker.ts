// The worker with the tables of a page without a server. `host.ts` starts it, and names it after the folder and its
// version.

import { Files } from './files'
import type { FromWorker, ToWorker } from './messages'
import { filesFor, startTables } from './start'
import { openStore } from './store'
import { Tables, type Surroundings } from './tables'

const { root, version } = JSON.parse(self.name) as { root: string; version: string }

const post = (message: FromWorker): void => postMessage(message)

/** The lock of the tab that has the tables. Browsers have locks only over HTTPS and on the same machine. */
async function own(force: boolean, lost: () => void): Promise<boolean> {
  const { locks } = navigator as { locks?: LockManager }
  if (!locks) return true
  return new Promise((resolve, reject) => {
    const until = new Promise<void>(() => {}) // the worker ends
    locks
      .request(
        `cogtable ${root}`,
        force ? { steal: true } : { ifAvailable: true },
        (lock): Promise<void> | undefined => {
          resolve(!!lock)
          return lock ? until : undefined
        },
      )
      .catch((error: unknown) => {
        lost()
        reject(error instanceof Error ? error : new Error(String(error)))
      })
  })
}

let files: Promise<Files> | null = null

const opened = (): Promise<Files> =>
  (files ??= Files.open(root, version).catch((error: unknown) => {
    files = null
    throw error
  }))

const around: Surroundings = {
  post,
  own,
  store: openStore(root),
  now: () => Date.now() / 1000,
  async hasFiles(game) {
    const found = await opened()
    return found.areKept(filesFor(found, game))
  },
  async start(keep, game) {
    const loading = (bytes: number, all: number) => post({ kind: 'loading', bytes, all })
    return startTables(await opened(), keep, game, loading)
  },
}

const tables = new Tables(around)
addEventListener('message', ({ data }: MessageEvent<ToWorker>) => void tables.hear(data))
