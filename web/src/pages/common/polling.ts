// Lists that others change are read again for as long as they are on screen.

import { onDestroy } from 'svelte'

const AGAIN_MS = 5000

/** Reads now, and then every few seconds while the page is visible, until the component is gone. */
export function readAgain(read: () => Promise<void>): void {
  let reading = false
  // One after the other: an answer never replaces one that was asked for later.
  const once = async () => {
    if (reading) return
    reading = true
    await read().finally(() => (reading = false))
  }
  void once()
  const timer = setInterval(() => {
    if (!document.hidden) void once()
  }, AGAIN_MS)
  onDestroy(() => clearInterval(timer))
}
