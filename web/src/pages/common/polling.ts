// Lists that others can change are reloaded while they are on the screen.

import { onDestroy } from 'svelte'

const AGAIN_MS = 5000
/** For lists that change slowly. */
export const SELDOM_MS = 60_000

/** Loads now, and then every few seconds while the page is visible, until the component is gone. */
export function readAgain(read: () => Promise<void>, everyMs = AGAIN_MS): void {
  let reading = false
  // One after the other, so that an answer never replaces that of a later request.
  const once = async () => {
    if (reading) return
    reading = true
    await read().finally(() => (reading = false))
  }
  void once()
  const timer = setInterval(() => {
    if (!document.hidden) void once()
  }, everyMs)
  onDestroy(() => clearInterval(timer))
}
