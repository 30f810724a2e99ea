import { expect, it } from 'vitest'
import { isReached, revisionOf, sameRevision } from '../../src/net/revision'

it('increases when moves are undone', () => {
  expect(isReached({ ply: 4 }, { ply: 3 })).toBe(false)
  expect(isReached({ ply: 4 }, { ply: 4 })).toBe(true)
  expect(isReached({ ply: 4 }, { ply: 2, undone: 1 })).toBe(true)
  expect(isReached({ ply: 2, undone: 1 }, { ply: 4 })).toBe(false)
})

it('differs after an undo, even with the same number of moves', () => {
  expect(sameRevision({ ply: 4 }, { ply: 4, undone: 0 })).toBe(true)
  expect(sameRevision({ ply: 4 }, { ply: 4, undone: 1 })).toBe(false)
  expect(sameRevision(null, { ply: 4 })).toBe(false)
})

it('is written in messages in its shortest form', () => {
  expect(revisionOf({ ply: 4, undone: 0 })).toEqual({ ply: 4 })
  expect(revisionOf({ ply: 4, undone: 2 })).toEqual({ ply: 4, undone: 2 })
})
