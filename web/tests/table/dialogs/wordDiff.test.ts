import { expect, test } from 'vitest'
import { wordDiff } from '../../../src/table/dialogs/wordDiff'

test('only the changed words are marked', () => {
  expect(wordDiff('At most 2 times: gain $1.', 'At most 3 times: gain $1. Draw 1.')).toEqual([
    { kind: 'same', words: 'At most' },
    { kind: 'old', words: '2' },
    { kind: 'new', words: '3' },
    { kind: 'same', words: 'times: gain $1.' },
    { kind: 'new', words: 'Draw 1.' },
  ])
})

test('an added or removed number stands alone', () => {
  expect(wordDiff('5', '8')).toEqual([
    { kind: 'old', words: '5' },
    { kind: 'new', words: '8' },
  ])
  expect(wordDiff('', '2')).toEqual([{ kind: 'new', words: '2' }])
  expect(wordDiff('2', '')).toEqual([{ kind: 'old', words: '2' }])
})
