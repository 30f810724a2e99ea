import { describe, expect, test } from 'vitest'
import { matchIn } from '../../src/pages/lobby/savedMatch'

const file = (fields: object): string =>
  JSON.stringify({ game: 'splendor', seats: 2, actions: [[0, 1, 'x']], ...fields })

describe('a saved match in a file', () => {
  test('says its game, its seats and its moves', () => {
    expect(matchIn(file({}))).toEqual({ file: file({}), game: 'splendor', seats: 2, moves: 1 })
  })

  test.each([
    '',
    'null',
    '[]',
    '7',
    '<svg/>',
    file({ game: 3 }),
    file({ seats: 0 }),
    file({ seats: 99 }),
    file({ seats: 1.5 }),
    file({ actions: 'x' }),
  ])('is not in %j', (text) => expect(matchIn(text)).toBeNull())
})
