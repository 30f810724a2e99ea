// Loads files when they are first needed, and tells when all of them are loaded.

import { tick } from 'svelte'
import { reportGone } from './upgrade.svelte'

const coming = new Set<Promise<unknown>>()

/**
 * A file that is loaded once, when it is first needed. After a failure the page says so (only `once` for files that
 * nobody has asked for), and the next request retries.
 */
export function lazy<T>(load: () => Promise<T>, once = false): () => Promise<T> {
  let file: Promise<T> | null = null
  return () => {
    if (file) return file
    const asked = load()
    file = asked
    coming.add(asked)
    const done = (): boolean => coming.delete(asked)
    asked.then(done, (error: unknown) => {
      done()
      file = null
      void reportGone(error, once)
    })
    return asked
  }
}

/** Resolves when everything requested is loaded, including what that requests in turn. */
export async function settled(): Promise<void> {
  for (;;) {
    await tick()
    if (coming.size === 0) return
    await Promise.allSettled(coming)
  }
}
