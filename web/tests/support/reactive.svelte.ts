// What a component does with a table: it reads values, and is drawn anew when they change.

import { flushSync } from 'svelte'

/** What somebody sees of a value: as it was when it was last drawn. */
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

/** An object whose fields are followed as a table's are. */
export function reactive<T extends object>(object: T): T {
  const state = $state(object)
  return state
}
