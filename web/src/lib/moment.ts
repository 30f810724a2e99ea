// How far a game has come: it grows with each move, and with each time that moves are taken back.

export interface Moment {
  ply: number
  undone?: number
}

export function sameMoment(one?: Moment | null, other?: Moment | null): boolean {
  return one?.ply === other?.ply && (one?.undone ?? 0) === (other?.undone ?? 0)
}

/** Whether a moment is at another one, or after it. */
export function isReached(wanted: Moment, now: Moment): boolean {
  const later = (now.undone ?? 0) - (wanted.undone ?? 0)
  return later > 0 || (later === 0 && now.ply >= wanted.ply)
}

/** The moment of a view, as a message names it. */
export function momentOf({ ply, undone }: Moment): Moment {
  return undone ? { ply, undone } : { ply }
}
