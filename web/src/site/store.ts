// The tables that this browser keeps for a page without a server, in IndexedDB: the record of each, which only Python
// reads, and how it is listed.

import type { KeptTable } from '../net/api'
import type { TableInfo } from '../types'

/** A table that is to be stored. */
export interface Kept {
  record: Uint8Array
  info: TableInfo
}

export interface Store {
  /** All tables. */
  list(): Promise<KeptTable[]>
  find(table: string): Promise<TableInfo | null>
  record(table: string): Promise<Uint8Array | null>
  /** Stores tables, all or none. Resolves when they are safe. */
  write(tables: ReadonlyMap<string, Kept>): Promise<void>
  remove(tables: readonly string[]): Promise<void>
}

const VERSION = 1
const RECORDS = 'records'
const LISTED = 'listed'

/** How many tables that are over stay stored: with more, the oldest are removed. */
export const MOST_OVER = 100

/** The tables that are removed for lack of room. */
export const overdue = (tables: readonly KeptTable[]): string[] =>
  tables
    .filter(({ info }) => info.over)
    .sort((a, b) => b.at - a.at)
    .slice(MOST_OVER)
    .map(({ info }) => info.table)

/** Opens the tables of the page at `root`. What cannot be stored rejects; nothing is then found either. */
export function openStore(root: string): Store {
  let opened: Promise<IDBDatabase> | null = null
  const database = (): Promise<IDBDatabase> =>
    (opened ??= openDatabase(`cogtable ${new URL(root).pathname}`).catch((error: unknown) => {
      opened = null
      throw error
    }))

  async function read<T>(name: string, ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    const store = (await database()).transaction(name).objectStore(name)
    return asked(ask(store))
  }
  async function change(work: (records: IDBObjectStore, listed: IDBObjectStore) => void) {
    const transaction = (await database()).transaction([RECORDS, LISTED], 'readwrite', {
      durability: 'strict',
    })
    const done = ended(transaction)
    work(transaction.objectStore(RECORDS), transaction.objectStore(LISTED))
    await done
  }
  const nothing =
    <T>(found: T) =>
    (error: unknown): T => {
      console.warn('this browser stores no games:', error)
      return found
    }

  return {
    list: () => read<KeptTable[]>(LISTED, (store) => store.getAll()).catch(nothing([])),
    find: (table) =>
      read<KeptTable | undefined>(LISTED, (store) => store.get(table)).then(
        (found) => found?.info ?? null,
        nothing(null),
      ),
    record: (table) =>
      read<Uint8Array | undefined>(RECORDS, (store) => store.get(table)).then(
        (found) => found ?? null,
        nothing(null),
      ),
    write: (tables) =>
      change((records, listed) => {
        for (const [table, { record, info }] of tables) {
          records.put(record, table)
          listed.put({ info, bytes: record.length, at: Date.now() } satisfies KeptTable, table)
        }
      }),
    remove: (tables) =>
      change((records, listed) => {
        for (const table of tables) {
          records.delete(table)
          listed.delete(table)
        }
      }),
  }
}

function openDatabase(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, VERSION)
    request.onupgradeneeded = () => {
      request.result.createObjectStore(RECORDS)
      request.result.createObjectStore(LISTED)
    }
    request.onsuccess = () => {
      const database = request.result
      database.onversionchange = () => database.close() // a later version of the page waits for it
      resolve(database)
    }
    request.onerror = () => reject(request.error ?? new Error('the database cannot be opened'))
    request.onblocked = () => reject(new Error('an older page still uses the database'))
  })
}

const asked = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('the database failed'))
  })

const ended = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('nothing was stored'))
  })
