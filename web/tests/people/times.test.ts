// Moments of the reader's day.

import { expect, it } from 'vitest'
import { dayEnds, isEvening, tonight } from '../../src/people/times'

const at = (hour: number, minute = 0) => new Date(2026, 10, 28, hour, minute)
const seconds = (date: Date) => date.getTime() / 1000

it('a day ends at midnight', () => {
  expect(dayEnds(at(9, 30))).toBe(seconds(new Date(2026, 10, 29)))
  expect(dayEnds(at(23, 59))).toBe(seconds(new Date(2026, 10, 29)))
})
it('tonight is at eight', () => expect(tonight(at(9))).toBe(seconds(at(20))))
it('half an hour before eight is too late for tonight', () => {
  expect(isEvening(at(19, 29))).toBe(false)
  expect(isEvening(at(19, 31))).toBe(true)
})
