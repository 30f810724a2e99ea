// Computes a view from the previous one and its changes.

import type { FromServer, Update, View, ViewChanges } from '../types'

/** Keeps the last view of a connection, and computes the next one from its changes. */
export class PatchedView {
  private view: View | null = null

  /** A message as if the server had sent the whole view; null for changes to a view that never arrived. */
  whole(message: FromServer): Exclude<FromServer, { type: 'changed' }> | null {
    if (message.type === 'update') this.view = message.view
    if (message.type !== 'changed') return message
    if (!this.view) return null
    const { changes, ...rest } = message
    this.view = applied(this.view, changes)
    return { ...rest, type: 'update', view: this.view } satisfies Update
  }
}

/** Applies changes to a view. Unchanged parts are shared with the old view. */
export function applied(before: View, changes: ViewChanges): View {
  const after = { ...before, ...changes.fields } as View & Record<string, unknown>
  for (const name of changes.cleared ?? []) delete after[name]
  after.parts = listed(before.parts, changes.parts, changes.part_ids)
  after.pieces = listed(before.pieces, changes.pieces, changes.piece_ids)
  return after
}

function listed<T extends { id: string }>(before: T[], changed: T[] = [], order?: string[]): T[] {
  if (!changed.length && !order) return before
  const known = new Map([...before, ...changed].map((each) => [each.id, each]))
  return (order ?? before.map((each) => each.id)).map((id) => known.get(id)!)
}
