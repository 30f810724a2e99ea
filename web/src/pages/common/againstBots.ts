// Tables of the reader alone with bots.

import { prefs } from '../../browser/prefs.svelte'
import type { GameInfo, NewSeat, NewTable } from '../../types'

/** The request for a table on which one bot has all other seats. */
export function againstBots({ name: game }: GameInfo, seats: number, bot: string): NewTable {
  const bots = Array.from({ length: seats - 1 }, (): NewSeat => ({ kind: 'bot', bot }))
  return { game, seats: [{ kind: 'me' }, ...bots], name: prefs.name }
}
