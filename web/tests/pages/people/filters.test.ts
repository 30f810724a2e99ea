// Which open games a reader sees.

import { describe, expect, it } from 'vitest'
import { FILTERS, filterOf, matches } from '../../../src/pages/people/filters'
import type { OpenGame, TableInfo } from '../../../src/types'

const table = (more: Partial<TableInfo>): TableInfo => ({
  table: 'x',
  game: 'splendor',
  occupants: [],
  created: 0,
  started: false,
  over: false,
  ...more,
})
const game = (more: Partial<OpenGame>, info: Partial<TableInfo> = {}): OpenGame => ({
  name: 'Ada',
  table: table(info),
  ...more,
})
const live = { time_control: { game_s: 600, move_s: 10 } }
const slow = { time_control: { game_s: 0, move_s: 86_400 } }

/** The filters that show a game. */
const shownBy = (shown: OpenGame) => FILTERS.filter((filter) => matches(shown, filter))

describe('an open game', () => {
  it('without a clock is for now', () => expect(shownBy(game({}))).toEqual(['all', 'now']))
  it('with a clock for the game is for now', () =>
    expect(shownBy(game({}, live))).toEqual(['all', 'now']))
  it('with a day for each move is over days', () =>
    expect(shownBy(game({}, slow))).toEqual(['all', 'days']))
  it('of a near level, rated', () =>
    expect(shownBy(game({ near: true }, { rated: true }))).toEqual(['all', 'near', 'now', 'rated']))
})

describe('the address', () => {
  it('names the filter', () => expect(filterOf('?show=days')).toBe('days'))
  it('can be without one', () => expect(filterOf('')).toBe('all'))
  it('with an unknown one shows all', () => expect(filterOf('?show=nonsense')).toBe('all'))
})
