// An invitation: a link that works on friends' machines too.

import type { Reach } from '../../types'

export interface Invitation {
  /** The full address of the table. */
  link: string
  who: Reach['who']
  /** The command that starts the server so that others can open the link; empty if that would not help. */
  command: string
}

/** The invitation to the table at `path`, from a page at `origin`. */
export function invitation(path: string, origin: string, reach: Reach): Invitation {
  return { link: (reach.address || origin) + path, who: reach.who, command: reach.command ?? '' }
}

/** Whole minutes since the link was last opened. */
export function minutesSince(then: number, now: number): number {
  return Math.max(0, Math.floor((now - then) / 60_000))
}
