import { expect, it } from 'vitest'
import { isReached, revisionOf, sameRevision } from '../../src/net/revision'

it('goes on when moves are taken back', () => {
  expect(isReached({ ply: 4 }, { ply: 3 })).toBe(false)
  expect(isReached({ ply: 4 }, { ply: 4 })).toBe(true)
  expect(isReached({ ply: 4 }, { ply: 2, undone: 1 })).toBe(true)
  expect(isReached({ ply: 2, undone: 1 }, { ply: 4 })).toBe(false)
})

it('is another one after an undo, even with as many moves', () => {
  expect(sameRevision({ ply: 4 }, { ply: 4, undone: 0 })).toBe(true)
  expect(sameRevision({ ply: 4 }, { ply: 4, undone: 1 })).toBe(false)
  expect(sameRevision(null, { ply: 4 })).toBe(false)
})

it('is named in messages as short as can be', () => {
  expect(revisionOf({ ply: 4, undone: 0 })).toEqual({ ply: 4 })
  expect(revisionOf({ ply: 4, undone: 2 })).toEqual({ ply: 4, undone: 2 })
})
