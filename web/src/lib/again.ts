// Lists that others change are read again for as long as somebody looks at them.

import { onDestroy } from 'svelte'

const AGAIN_MS = 5000

/** Reads now, and then every few seconds while the page is visible, until the component is gone. */
export function readAgain(read: () => Promise<void>): void {
  void read()
  const timer = setInterval(() => {
    if (!document.hidden) void read()
  }, AGAIN_MS)
  onDestroy(() => clearInterval(timer))
}
