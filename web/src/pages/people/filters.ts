// Which open games the reader wants to see. The choice is in the address, so it can be sent.

import { isSlow } from '../../games/timeControl'
import type { OpenGame } from '../../types'

export const FILTERS = ['all', 'near', 'now', 'days', 'rated'] as const
export type Filter = (typeof FILTERS)[number]

/** The filter in the query of an address: "?show=near". Anything else is "all". */
export function filterOf(query: string): Filter {
  const wanted = new URLSearchParams(query).get('show')
  return FILTERS.find((each) => each === wanted) ?? 'all'
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
