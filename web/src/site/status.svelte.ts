// What the page says about its tables while they start, and when they cannot.

import type { Trouble } from './messages'

export const status = $state({
  /** The bytes that were loaded, of all that are being loaded; null while none are. */
  loading: null as { bytes: number; all: number } | null,
  /** Whether everything is loaded and Python starts. */
  starting: false,
  trouble: '' as '' | Trouble,
  /** The technical reason of the trouble. */
  why: '',
})

/** Nothing is being loaded any more. */
export function clearLoading(): void {
  status.loading = null
  status.starting = false
}

export function clear(): void {
  clearLoading()
  status.trouble = ''
}
