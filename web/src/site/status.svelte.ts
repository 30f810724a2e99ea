// What the page says about its tables while they start, and when they cannot.

import type { Trouble } from './messages'

export const status = $state({
  /** Whether something waits for the tables. */
  needed: false,
  /** The bytes that were loaded, of all that are being loaded; null while none are. */
  loading: null as { bytes: number; all: number } | null,
  /** Whether everything is loaded and Python starts. */
  starting: false,
  trouble: '' as '' | Trouble,
  /** The technical reason of the trouble. */
  why: '',
  /** Whether a new version of the page is here, which is used after a reload. */
  newer: false,
})

/** Nothing is being loaded any more. */
export function clearLoading(): void {
  status.needed = false
  status.loading = null
  status.starting = false
}

export function clear(): void {
  clearLoading()
  status.trouble = ''
}
