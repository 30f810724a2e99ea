// Lists that others can change are reloaded while they are on the screen.

import { onDestroy } from 'svelte'

const AGAIN_MS = 5000

/** Loads now, and then every few seconds while the page is visible, until the component is gone. */
export function readAgain(read: () => Promise<void>): void {
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
  }, AGAIN_MS)
  onDestroy(() => clearInterval(timer))
}
