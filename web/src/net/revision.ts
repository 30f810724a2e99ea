// The revision of a table. Each move increases it, and so does each undo.

export interface Revision {
  ply: number
  undone?: number
}

export function sameRevision(one?: Revision | null, other?: Revision | null): boolean {
  return one?.ply === other?.ply && (one?.undone ?? 0) === (other?.undone ?? 0)
}

/** Whether `now` is at `wanted` or after it. */
export function isReached(wanted: Revision, now: Revision): boolean {
  const later = (now.undone ?? 0) - (wanted.undone ?? 0)
  return later > 0 || (later === 0 && now.ply >= wanted.ply)
}

/** The revision of a view, in the form used in messages. */
export function revisionOf({ ply, undone }: Revision): Revision {
  return undone ? { ply, undone } : { ply }
}
