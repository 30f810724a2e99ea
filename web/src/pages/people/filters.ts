// Which open games the reader wants to see. The choice is in the address, so it can be sent.

import type { OpenGame, TableInfo } from '../../types'

export const FILTERS = ['all', 'near', 'now', 'days', 'rated'] as const
export type Filter = (typeof FILTERS)[number]

/** The time per move in seconds from which a game takes days. */
const SLOW_S = 86_400

/** The filter in the query of an address: "?show=near". Anything else is "all". */
export function filterOf(query: string): Filter {
  const wanted = new URLSearchParams(query).get('show')
  return FILTERS.find((each) => each === wanted) ?? 'all'
}

/** Whether a game is played over days. */
export function isSlow({ time_control: control }: TableInfo): boolean {
  return !!control && !control.game_s && (control.move_s ?? 0) >= SLOW_S
}

export function matches({ table, near = false }: OpenGame, filter: Filter): boolean {
  switch (filter) {
    case 'all':
      return true
    case 'near':
      return near
    case 'now':
      return !isSlow(table)
    case 'days':
      return isSlow(table)
    case 'rated':
      return table.rated ?? false
  }
}
