// Acts like a component at a table: it reads values, and updates when they change.

import { flushSync } from 'svelte'

/** What a component shows of a value: its state at the last update. */
export interface Screen<T> {
  readonly now: T
  readonly drawn: number
  close(): void
}

export function onScreen<T>(read: () => T): Screen<T> {
  let value: T
  let drawn = 0
  const close = $effect.root(() => {
    $effect(() => {
      value = read()
      drawn++
    })
  })
  flushSync()
  return {
    get now() {
      flushSync()
      return value
    },
    get drawn() {
      flushSync()
      return drawn
    },
    close,
  }
}

/** An object whose fields are reactive, like a table's. */
export function reactive<T extends object>(object: T): T {
  const state = $state(object)
  return state
}
