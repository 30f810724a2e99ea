// What is fetched when it is first wanted, and when all of it has come.

import { tick } from 'svelte'

const coming = new Set<Promise<unknown>>()

/**
 * A file that is fetched when it is first asked for, and once; if that fails, whoever asks next
 * fetches it anew.
 */
export function later<T>(load: () => Promise<T>): () => Promise<T> {
  let file: Promise<T> | null = null
  return () => {
    if (file) return file
    const asked = load()
    file = asked
    coming.add(asked)
    const done = (): boolean => coming.delete(asked)
    asked.then(done, () => {
      done()
      file = null
    })
    return asked
  }
}

/**
 * Resolves when what is drawn has all that it asked for, what that asked for in its turn included.
 */
export async function settled(): Promise<void> {
  for (;;) {
    await tick()
    if (coming.size === 0) return
    await Promise.allSettled(coming)
  }
}
