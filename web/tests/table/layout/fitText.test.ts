import { expect, it } from 'vitest'
import { linesThatFit } from '../../../src/table/layout/fitText'

it('gives text the whole lines that fit beside the picture', () => {
  expect(linesThatFit(114, 29, 34, 11.4)).toBe(4)
  expect(linesThatFit(180, 29, 50, 11.4)).toBe(8)
})

it('gives text one line if there is no room at all', () => {
  expect(linesThatFit(40, 29, 34, 11.4)).toBe(1)
})
