import { describe, expect, it } from 'vitest'
import { lightOf } from '../../../../src/pages/table/lesson/spotlight'

const TARGET = { x: 100, y: 100, w: 50, h: 40 }
const WHOLE = { x: 95, y: 95, w: 60, h: 50 }

describe('the light of a target', () => {
  it('extends beyond it on all sides', () => {
    expect(lightOf(TARGET, null)).toEqual(WHOLE)
    expect(lightOf(TARGET, { x: 0, y: 0, w: 400, h: 400 })).toEqual(WHOLE)
  })

  it('does not cut the edge of the panel that contains it', () => {
    expect(lightOf(TARGET, { x: 97, y: 98, w: 300, h: 300 })).toEqual({
      x: 97,
      y: 98,
      w: 58,
      h: 47,
    })
  })

  it('shows what a target extends beyond its panel', () => {
    expect(lightOf(TARGET, { x: 102, y: 102, w: 300, h: 300 })).toEqual({
      x: 100,
      y: 100,
      w: 55,
      h: 45,
    })
  })
})
