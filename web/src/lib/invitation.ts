// The way to a friend: a link that works on their machine too.

import type { Reach } from './types'

export interface Invitation {
  /** The whole address of the table. */
  link: string
  who: Reach['who']
  /** Starts the server so that others can open the link, where that helps; empty where not. */
  command: string
}

/** The invitation to the table at `path`, for somebody whose page came from `origin`. */
export function invitation(path: string, origin: string, reach: Reach): Invitation {
  return { link: (reach.address || origin) + path, who: reach.who, command: reach.command ?? '' }
}

/** How long ago somebody opened the link, in whole minutes. */
export function minutesSince(then: number, now: number): number {
  return Math.max(0, Math.floor((now - then) / 60_000))
}
