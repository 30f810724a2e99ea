import { describe, expect, it } from 'vitest'
import { around, grown, overlap, placeFor } from '../../../../src/pages/table/lesson/coachBubble'

const ROOM = { x: 0, y: 0, w: 1000, h: 700 }
const SIZE = { w: 260, h: 200 }
const inside = (place: { x: number; y: number }) =>
  place.x >= 0 && place.y >= 0 && place.x + SIZE.w <= 1000 && place.y + SIZE.h <= 700

it('adjacent targets are lit together', () => {
  expect(around([])).toBeNull()
  const rects = [
    { x: 10, y: 40, w: 20, h: 20 },
    { x: 5, y: 45, w: 10, h: 30 },
  ]
  expect(around(rects)).toEqual({ x: 5, y: 40, w: 25, h: 35 })
})

describe("the place of the coach's bubble", () => {
  it('is beside its target, with the tail at its middle', () => {
    const anchor = { x: 400, y: 300, w: 60, h: 60 }
    const place = placeFor(SIZE, anchor, [{ rect: anchor, cost: 50 }], ROOM)
    expect(place.side).not.toBe('')
    expect(overlap({ ...place, ...SIZE }, anchor)).toBe(0)
    const centre = place.side === 'left' || place.side === 'right' ? place.y : place.x
    expect(centre + place.tip).toBe(place.side === 'left' || place.side === 'right' ? 330 : 430)
  })

  it('avoids lit pieces, and stays on the screen', () => {
    const anchor = { x: 900, y: 20, w: 80, h: 80 }
    const lit = { x: 600, y: 20, w: 280, h: 300 }
    const kept = [anchor, lit].map((rect) => ({ rect, cost: 50 }))
    const place = placeFor(SIZE, anchor, kept, ROOM)
    expect(inside(place)).toBe(true)
    expect(overlap({ ...place, ...SIZE }, lit)).toBe(0)
    expect(place.side).toBe('below')
  })

  it('covers what costs least if it must cover something', () => {
    const anchor = { x: 480, y: 330, w: 40, h: 40 }
    const kept = [
      { rect: anchor, cost: 50 },
      { rect: { x: 0, y: 0, w: 480, h: 700 }, cost: 20 },
      { rect: { x: 520, y: 0, w: 480, h: 700 }, cost: 1 },
    ]
    expect(placeFor(SIZE, anchor, kept, ROOM).side).toBe('right')
  })

  it('has no tail without a target', () => {
    expect(placeFor(SIZE, null, [], ROOM).side).toBe('')
    expect(grown({ x: 10, y: 10, w: 5, h: 5 }, 2)).toEqual({ x: 8, y: 8, w: 9, h: 9 })
  })
})
