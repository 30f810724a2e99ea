// Our move on its way, stored for this tab: a page that is loaded again sends it again.

import { forTab, read, write } from '../../browser/storage.svelte'
import type { Kept, Pending } from './submission.svelte'

const KEY = 'cogtable-moves'

/** Stores the pending move of a table. */
export function keptMove(table: string): Kept {
  const all = () => read<Record<string, Pending>>(forTab, KEY, {})
  return {
    load: () => all()[table] ?? null,
    save(move) {
      const moves = all()
      if (move) moves[table] = move
      else delete moves[table]
      write(forTab, KEY, moves)
    },
  }
}
