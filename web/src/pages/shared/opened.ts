// The games of links that were opened in this browser, so that opening a link again does not keep its game twice.

import { api } from '../../net/api'
import { forBrowser, read, write } from '../../browser/storage.svelte'

const KEY = 'cogtable-shared'
const MOST = 50

/** A short name of a long text; with its length and its end, two games of one browser do not share it. */
function nameOf(letters: string): string {
  let hash = 0
  for (let i = 0; i < letters.length; i++) hash = (Math.imul(hash, 31) + letters.charCodeAt(i)) | 0
  return `${hash >>> 0}-${letters.length}-${letters.slice(-12)}`
}

/** The table that has the game of a link; empty if this browser has none. */
export async function sharedBefore(letters: string): Promise<string> {
  const table = read<Record<string, string>>(forBrowser, KEY, {})[nameOf(letters)]
  if (!table) return ''
  return api.table(table).then(
    () => table,
    () => '',
  )
}

/** Notes the table that has the game of a link. */
export function keepShared(letters: string, table: string): void {
  const all = { ...read<Record<string, string>>(forBrowser, KEY, {}), [nameOf(letters)]: table }
  write(forBrowser, KEY, Object.fromEntries(Object.entries(all).slice(-MOST)))
}
