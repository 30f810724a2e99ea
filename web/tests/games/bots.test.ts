import { expect, it } from 'vitest'
import { botsFor, botWords, faceOf, levelWords, oneLevelUp } from '../../src/games/bots'
import type { GameInfo, LadderBot, Occupant } from '../../src/types'

const ladder: LadderBot[] = [
  { bot: 'easy', name: 'Bolt', level: 1, text: 'Plays on a hunch', temper: 'Takes what is cheap.' },
  { bot: 'medium', name: 'Rivet', level: 2, text: 'Thinks a little' },
  { bot: 'master', name: 'Gizmo', level: 5, text: 'Has learned the game' },
]
const game = {
  name: 'tiny',
  ladder,
  bots: [
    { name: 'master', label: 'Master', text: 'Has learned the game' },
    { name: 'shopper', label: 'Shopper Sue', text: 'Buys' },
  ],
} as GameInfo

it('offers the bots of the ladder by name and level, then those of other packages', () => {
  expect(botsFor(game).map(({ bot, words }) => [bot, words])).toEqual([
    ['easy', 'Bolt, level 1'],
    ['medium', 'Rivet, level 2'],
    ['master', 'Gizmo, level 5'],
    ['shopper', 'Shopper Sue'],
  ])
})

it('describes a bot by its temper, or by how it thinks', () => {
  expect(botsFor(game).map(({ about }) => about)).toEqual([
    'Takes what is cheap.',
    'Thinks a little',
    'Has learned the game',
    'Buys',
  ])
})

it('gives the name and level, and the face, of a bot by the name in requests', () => {
  expect(botWords('easy', game)).toBe('Bolt, level 1')
  expect(botWords('shopper', game)).toBe('Shopper Sue')
  expect(botWords('gone', game)).toBe('gone')
  expect(botWords('easy', undefined)).toBe('easy')
  expect(['easy', 'shopper', 'gone'].map((bot) => faceOf(bot, game))).toEqual([
    'Bolt',
    'Shopper Sue',
    'gone',
  ])
})

it('shows the level of a bot on the ladder, and how any other plays', () => {
  expect(levelWords({ rung: 3, level: 'Thinks through many moves' })).toBe('level 3')
  expect(levelWords({ level: 'Rolls dice' })).toBe('Rolls dice')
  expect(levelWords(undefined)).toBe('')
})

const ada: Occupant = { seat: 0, kind: 'person', name: 'Ada' }
const bot = (seat: number, rung: number): Occupant => ({ seat, kind: 'bot', name: 'Bolt', rung })

it('offers the bot one level above the best one at the table', () => {
  expect(oneLevelUp([ada, bot(1, 1)], ladder)?.name).toBe('Rivet')
  expect(oneLevelUp([ada, bot(1, 1), bot(2, 2)], ladder)).toBeUndefined() // nobody has level 3 here
})

it('offers nothing above the best bot, nor beside a bot that is not on the ladder', () => {
  expect(oneLevelUp([ada, bot(1, 5)], ladder)).toBeUndefined()
  expect(oneLevelUp([ada, bot(1, 1), bot(2, 0)], ladder)).toBeUndefined()
  expect(oneLevelUp([ada], ladder)).toBeUndefined()
})
