// A file of the client cannot be loaded: the server has another version by now, or does not answer.

import { pathTo } from './base'
import { PROTOCOL } from '../types'

export type Gone = 'updated' | 'unreachable'

/** Why a file could not be loaded. A server that answers has other files. */
export async function whyGone(): Promise<Gone> {
  try {
    const { ok } = await fetch(pathTo('/api/health'), { cache: 'no-store' })
    return ok ? 'updated' : 'unreachable'
  } catch {
    return 'unreachable'
  }
}

/** Whether the server speaks another protocol than this page. */
export async function isOutdated(): Promise<boolean> {
  try {
    const answer = await fetch(pathTo('/api/health'), { cache: 'no-store' })
    const { protocol = PROTOCOL } = (await answer.json()) as { protocol?: number }
    return protocol !== PROTOCOL
  } catch {
    return false
  }
}

export const upgrade = $state({
  /** Why a part of the page is missing, for as long as the page says so. */
  gone: '' as '' | Gone,
  /** Whether a whole page is missing, and says so in its place. */
  page: false,
  /** How often the person went on without it. */
  dismissed: 0,
})

/** Says that a part of the page could not be loaded; of what nobody asked for, `once`. */
export async function reportGone(error: unknown, once: boolean): Promise<void> {
  console.warn('A part of the page could not be loaded:', error)
  if (once && upgrade.dismissed) return
  upgrade.gone = await whyGone()
}

/** Tells that a whole page is shown for what is missing, until the returned function is called. */
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
