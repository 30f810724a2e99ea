import { expect, it } from 'vitest'
import { goesOn } from '../../src/ui/moreBelow'

it('a box has more below while more than a sliver of its content is hidden', () => {
  expect(goesOn({ scrollTop: 0, clientHeight: 130, scrollHeight: 190 })).toBe(true)
  expect(goesOn({ scrollTop: 60, clientHeight: 130, scrollHeight: 190 })).toBe(false)
  expect(goesOn({ scrollTop: 0, clientHeight: 130, scrollHeight: 130 })).toBe(false)
})
