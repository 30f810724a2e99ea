// Loads files when they are first needed, and tells when all of them are there.

import { tick } from 'svelte'

const coming = new Set<Promise<unknown>>()

/** A file that is loaded once, when it is first needed; after a failure the next request retries. */
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

/** Resolves when everything that was requested is loaded, with everything that requested in turn. */
export async function settled(): Promise<void> {
  for (;;) {
    await tick()
    if (coming.size === 0) return
    await Promise.allSettled(coming)
  }
}
