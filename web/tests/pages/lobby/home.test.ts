import { describe, expect, it } from 'vitest'
import { dayNumber, puzzleOf } from '../../../src/games/daily'
import { busyHours } from '../../../src/pages/lobby/busyHours'
import type { GameInfo, Occupant, TableInfo } from '../../../src/types'
import { stubBrowser } from '../../support/browser'

stubBrowser() // the settings of the page look at it as soon as they are imported
const { outcomeOf, ownGames, scoreOf, startOfYesterday } =
  await import('../../../src/pages/lobby/ownGames')

const NOW = 1_000_000_000
const DAY = 86_400
const person = (seat: number, name: string): Occupant => ({ seat, kind: 'person', name })
const bot: Occupant = { seat: 1, kind: 'bot', name: 'Rivet' }

function table(name: string, more: Partial<TableInfo> = {}): TableInfo {
  return {
    table: name,
    game: 'splendor',
    occupants: [person(0, 'Ada'), person(1, 'Ben')],
    created: NOW - DAY,
    started: true,
    over: false,
    waiting: [0],
    seat: 0,
    ...more,
  }
}
const names = (tables: TableInfo[]) => tables.map((each) => each.table)

describe('the games of a reader', () => {
  it('begin with those that wait, with people before bots, and the least time first', () => {
    const games = ownGames(
      [
        table('bot', { occupants: [person(0, 'Ada'), bot], moved: NOW - DAY }),
        table('endless'),
        table('days', { left_s: 3 * DAY }),
        table('hours', { left_s: 7200 }),
        table('theirs', { waiting: [1] }),
        table('open', { started: false, waiting: [] }),
        // The reader left before the bot had moved: it moves as soon as they come back.
        table('its-turn', { occupants: [person(0, 'Ada'), bot], waiting: [1], moved: NOW - DAY }),
        table('lesson', { lesson: 2 }),
      ],
      NOW,
    )
    expect(names(games.turn)).toEqual(['hours', 'days', 'endless', 'bot', 'its-turn'])
    expect(names(games.others)).toEqual(['theirs', 'open'])
    expect(names(games.lessons)).toEqual(['lesson'])
  })

  it('with bots wait for three days after the last move', () => {
    const against = { occupants: [person(0, 'Ada'), bot] }
    const games = ownGames(
      [
        table('lately', { ...against, created: NOW - 9 * DAY, moved: NOW - 2 * DAY }),
        table('left', { ...against, created: NOW - 9 * DAY, moved: NOW - 4 * DAY }),
        table('unmoved', { ...against, created: NOW - 9 * DAY }),
        table('people', { created: NOW - 9 * DAY, moved: NOW - 8 * DAY }),
      ],
      NOW,
    )
    expect(names(games.turn)).toEqual(['people', 'lately'])
    expect(names(games.left)).toEqual(['left', 'unmoved'])
  })

  it('end with the one that ended last', () => {
    const over = { over: true, waiting: [] }
    const games = ownGames(
      [table('first', { ...over, ended: NOW - 20 }), table('last', { ...over, ended: NOW - 10 })],
      NOW,
    )
    expect(names(games.over)).toEqual(['last', 'first'])
  })

  it('have a result and a score for the reader', () => {
    const places = (...all: number[]) => table('x', { places: all, seat: 0 })
    expect(outcomeOf(places(1, 2))?.how).toBe('won')
    expect(outcomeOf(places(2, 1))?.how).toBe('lost')
    expect(outcomeOf(places(1, 1))?.how).toBe('level')
    expect(outcomeOf(places(2, 1, 3))).toEqual({ how: 'place', n: 2, all: 3 })
    expect(outcomeOf(table('x'))).toBeNull()
    expect(scoreOf(table('x', { scores: [12, 15], seat: 1 }))).toEqual({ mine: 15, others: [12] })
    expect(scoreOf(table('x'))).toBeNull()
  })

  it('are those since yesterday on the reader’s calendar', () => {
    const now = new Date(2026, 2, 1, 9, 30)
    expect(startOfYesterday(now)).toBe(new Date(2026, 1, 28).getTime() / 1000)
  })
})

describe('the puzzle of the day', () => {
  const game = (name: string, ...puzzles: string[]) => ({ name, puzzles }) as unknown as GameInfo
  const games = [game('smashgear', 'x'), game('magpie'), game('splendor', 'a', 'b')]

  it('takes each game in turn, whatever the order in which they are listed', () => {
    const keys = (all: GameInfo[]) => [0, 1, 2, 3, 4, 5].map((day) => puzzleOf(all, day)?.key)
    expect(keys(games)).toEqual(['x', 'a', 'x', 'b', 'x', 'a'])
    expect(keys([...games].reverse())).toEqual(keys(games))
  })

  it('changes at the reader’s midnight', () => {
    const before = new Date(2026, 10, 27, 23, 59)
    const after = new Date(2026, 10, 28, 0, 0)
    expect(dayNumber(after)).toBe(dayNumber(before) + 1)
  })

  it('is none without puzzles', () => expect(puzzleOf([game('magpie')], 3)).toBeUndefined())
})

describe('the hours in which most people come', () => {
  const now = new Date(Date.UTC(2026, 10, 28, 12))
  const at = (hour: number) =>
    new Date(Date.UTC(2026, 10, 28, hour)).toLocaleTimeString([], { hour: 'numeric' })

  it('are three, on the reader’s clock', () => {
    const hours = Array.from({ length: 24 }, () => 1)
    hours[19] = hours[20] = hours[21] = 9
    expect(busyHours(hours, now)).toEqual({ from: at(19), to: at(22) })
  })

  it('can include midnight', () => {
    const hours = Array.from({ length: 24 }, () => 0)
    hours[23] = hours[0] = hours[1] = 2
    expect(busyHours(hours, now)).toEqual({ from: at(23), to: at(2) })
  })

  it('are not told while nothing is known', () => {
    expect(busyHours([], now)).toBeNull()
    expect(
      busyHours(
        Array.from({ length: 24 }, () => 0),
        now,
      ),
    ).toBeNull()
  })
})
