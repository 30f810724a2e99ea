import { expect, it } from 'vitest'
import type { BotGame, LadderBot } from '../../../src/types'
import { stubBrowser } from '../../support/browser'

stubBrowser() // the settings of the page look at it as soon as they are imported
const { isBeaten, nextToBeat, recordOf, withKept } =
  await import('../../../src/pages/common/botRecord')

const game = (table: string, bot: string, won: number, name = 'splendor'): BotGame => ({
  table,
  game: name,
  bot,
  won,
})
const ladder = ['easy', 'medium', 'hard'].map((bot, i): LadderBot => ({
  bot,
  name: bot,
  level: i + 1,
  text: '',
}))

it('counts won and lost games against a bot in one game; ties are neither', () => {
  const games = [
    game('a', 'easy', 1),
    game('b', 'easy', -1),
    game('c', 'easy', 1),
    game('d', 'easy', 0),
    game('e', 'medium', 1),
    game('f', 'easy', 1, 'recharge'),
  ]
  expect(recordOf(games, 'splendor', 'easy')).toEqual({ won: 2, lost: 1 })
  expect(recordOf(games, 'recharge', 'easy')).toEqual({ won: 1, lost: 0 })
  expect(recordOf([], 'splendor', 'easy')).toEqual({ won: 0, lost: 0 })
})

it('calls a bot beaten by those who have won more games than they lost', () => {
  expect(isBeaten({ won: 1, lost: 0 })).toBe(true)
  expect(isBeaten({ won: 2, lost: 2 })).toBe(false)
  expect(isBeaten({ won: 0, lost: 0 })).toBe(false)
})

it('names the weakest bot that is not beaten as the next one', () => {
  expect(nextToBeat([], 'splendor', ladder)?.bot).toBe('easy')
  expect(nextToBeat([game('a', 'easy', 1)], 'splendor', ladder)?.bot).toBe('medium')
  // Somebody who beat a stronger bot first may go back.
  expect(nextToBeat([game('a', 'hard', 1)], 'splendor', ladder)?.bot).toBe('easy')
  const all = ladder.map(({ bot }) => game(bot, bot, 1))
  expect(nextToBeat(all, 'splendor', ladder)).toBeUndefined()
})

it('adds the games that a guest’s browser keeps to those whose tables are still there', () => {
  const kept = [game('a', 'easy', 1), game('old', 'easy', -1)]
  expect(withKept([game('a', 'easy', 1), game('new', 'medium', 1)], kept)).toEqual([
    game('a', 'easy', 1),
    game('new', 'medium', 1),
    game('old', 'easy', -1),
  ])
  // One game against two bots counts for each.
  expect(withKept([game('a', 'easy', 1), game('a', 'hard', -1)], kept)).toHaveLength(3)
})
