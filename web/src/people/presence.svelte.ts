// Who is here: an open page reports its reader, and learns what is new for them.

import { api } from '../net/api'
import type { HereNow } from '../types'

/** How often an open page reports, in milliseconds. After 30 seconds without a report, its reader is away. */
const REPORT_MS = 20_000

/** What the server said last: how many people are here, invitations, and news about reports. */
export const here = $state<{ now: HereNow }>({ now: {} })

/** Asks for what is new, now. Without an answer nothing changes: other parts of the page say what is wrong. */
export async function refresh(): Promise<void> {
  try {
    here.now = await api.here()
  } catch {
    // It is asked again soon.
  }
}

/** Reports that the page is open, and again every 20 seconds while it is visible. Returns how to stop. */
export function report(): () => void {
  const visible = () => {
    if (!document.hidden) void refresh()
  }
  visible()
  const timer = setInterval(visible, REPORT_MS)
  document.addEventListener('visibilitychange', visible)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', visible)
  }
}

/** Notes that the reader has read what came of a report. */
export async function read(id: string): Promise<void> {
  const { heard = [], warned = [] } = here.now
  here.now = {
    ...here.now,
    heard: heard.filter((each) => each.id !== id),
    warned: warned.filter((each) => each.id !== id),
  }
  await api.told([id]).catch(() => {})
}
