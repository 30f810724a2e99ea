// Playing the games that wait one after another: after each move the next game opens, in this tab, until none waits.

import { forTab, read, write } from '../../browser/storage.svelte'
import { go, tablePath } from '../../browser/route.svelte'
import type { TableInfo } from '../../types'

const KEY = 'cogtable-one-by-one'

export const isOneByOne = (): boolean => read(forTab, KEY, { on: false }).on

/** Opens the first of these games, and the next one after each move. */
export function playOneByOne(tables: readonly TableInfo[]): void {
  const [first] = tables
  if (!first) return
  write(forTab, KEY, { on: true })
  go(tablePath(first.table))
}

export function stopOneByOne(): void {
  write(forTab, KEY, { on: false })
}
