// Transfers a guest from one address of this server to another, with the name and the seats that the browser holds: in
// the fragment of a link, which no server sees.

import { MAX_NAME } from '../../types'

const MARK = '#guest='

interface Guest {
  name: string
  /** The secrets of seats, by table. */
  seats: Record<string, string>
}

/** The part of the link after its path. */
export function packed(guest: Guest): string {
  return MARK + encodeURIComponent(JSON.stringify(guest))
}

/** The guest of a link; null if there is none. */
export function unpacked(hash: string): Guest | null {
  if (!hash.startsWith(MARK)) return null
  try {
    const { name, seats } = JSON.parse(
      decodeURIComponent(hash.slice(MARK.length)),
    ) as Partial<Guest>
    const held = Object.entries(seats ?? {}).filter(([, secret]) => typeof secret === 'string')
    return { name: String(name ?? '').slice(0, MAX_NAME), seats: Object.fromEntries(held) }
  } catch {
    return null
  }
}
