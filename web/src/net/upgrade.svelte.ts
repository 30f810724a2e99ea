// A file of the client cannot be loaded: the server has been updated, or doesn't answer.

import { host } from './host'
import { PROTOCOL } from '../types'

export type Gone = 'updated' | 'unreachable'

/** Why a file could not be loaded. If the server answers, it has been updated. */
export async function whyGone(): Promise<Gone> {
  try {
    const { ok } = await host().health()
    return ok ? 'updated' : 'unreachable'
  } catch {
    return 'unreachable'
  }
}

/** Whether the server uses another protocol version than this page. */
export async function isOutdated(): Promise<boolean> {
  try {
    const answer = await host().health()
    const { protocol = PROTOCOL } = (await answer.json()) as { protocol?: number }
    return protocol !== PROTOCOL
  } catch {
    return false
  }
}

export const upgrade = $state({
  /** Why a part of the page is missing, while the page says so. */
  gone: '' as '' | Gone,
  /** Whether a whole page is missing, and a message is shown in its place. */
  page: false,
  /** The number of times that the person continued without it. */
  dismissed: 0,
})

/** Reports that a part of the page could not be loaded; for a part that nobody asked for, `once`. */
export async function reportGone(error: unknown, once: boolean): Promise<void> {
  console.warn('A part of the page could not be loaded:', error)
  if (once && upgrade.dismissed) return
  upgrade.gone = await whyGone()
}

/** Reports that a message replaces a missing page, until the returned function is called. */
export function showGonePage(): () => void {
  upgrade.page = true
  return () => {
    upgrade.page = false
    upgrade.gone = ''
  }
}

export function dismissGone(): void {
  upgrade.gone = ''
  upgrade.dismissed++
}
