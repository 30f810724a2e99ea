import { expect, it } from 'vitest'
import { begunLesson, inOrder, offersLesson, proposed } from '../../src/games/games.svelte'
import type { GameInfo, TableInfo } from '../../src/types'

const game = (title: string, minutes: number): GameInfo => ({
  name: title.toLowerCase(),
  title,
  minutes,
  tagline: '',
  art: '',
  min_seats: 2,
  max_seats: 4,
  options: [],
})
const games = [game('Anvil', 60), game('Zebra', 20), game('Moth', 20), game('Crane', 45)]

it('lists short games before long ones, and equally long ones by title', () => {
  expect(inOrder(games).map((each) => each.title)).toEqual(['Moth', 'Zebra', 'Crane', 'Anvil'])
})

it('proposes the shortest game to a newcomer', () => {
  expect(proposed(games, '')?.title).toBe('Moth')
})

it('proposes the last played game', () => {
  expect(proposed(games, 'anvil')?.title).toBe('Anvil')
})

it('proposes the shortest if the last played game is no longer offered', () => {
  expect(proposed(games, 'gone')?.title).toBe('Moth')
  expect(proposed([], 'gone')).toBeUndefined()
})

it('offers a lesson, if there is one, to a person new to the game', () => {
  const lesson = { ...game('Moth', 20), lesson: 9 }
  expect(offersLesson(lesson, ['crane'])).toBe(true)
  expect(offersLesson(lesson, ['crane', 'moth'])).toBe(false)
  expect(offersLesson(game('Moth', 20), [])).toBe(false)
  expect(offersLesson(undefined, [])).toBe(false)
})

it('finds the unfinished table of a lesson, which is finished at the last step of one that was taken before', () => {
  const moth: GameInfo = {
    ...game('Moth', 20),
    lessons: [
      { name: 'first', title: 'First game', steps: 9 },
      { name: 'wings', title: 'Wings', steps: 6 },
    ],
  }
  const table = (id: string, more: object): TableInfo => ({
    table: id,
    game: 'moth',
    occupants: [],
    created: 0,
    started: true,
    over: false,
    ...more,
  })
  const tables = [
    table('over', { lesson: -1 }),
    table('old', { lesson: 3 }),
    table('wings', { lesson: 5, lesson_name: 'wings' }),
  ]
  expect(begunLesson(moth, tables, [])?.table).toBe('old')
  expect(begunLesson(moth, tables, [], 'first')?.table).toBe('old')
  expect(begunLesson(moth, tables, [], 'wings')?.table).toBe('wings')
  expect(begunLesson(moth, tables, ['moth/wings'], 'wings')).toBeUndefined()
  expect(begunLesson(game('Crane', 45), tables, [])).toBeUndefined()
})
