import { expect, it } from 'vitest'
import { way } from '../../../src/table/pieces/motion'

const at = (x: number, y: number) => ({ x, y, w: 10, h: 10 })
/** Returns the places of the frames: x and y. */
const places = (frames: Keyframe[]) =>
  frames.map(({ transform }) =>
    /translate\((-?[\d.]+)px, (-?[\d.]+)px\)/.exec(String(transform))!.slice(1).map(Number),
  )

it('begins and ends at the places', () => {
  const path = places(way(at(10, 20), at(210, 20), { arc: 0.35 }))
  expect(path[0]).toEqual([10, 20])
  expect(path.at(-1)).toEqual([210, 20])
})

it('rises by its share of the way in the middle', () => {
  const path = places(way(at(0, 100), at(200, 100), { arc: 0.35 }))
  expect(Math.min(...path.map(([, y]) => y!))).toBeCloseTo(100 - 0.35 * 200, 0)
})

it('is straight without an arc', () => {
  expect(way(at(0, 0), at(30, 40), { arc: 0 })).toHaveLength(2)
})

it('changes its size on the way, or grows to its own', () => {
  const shrinks = way(at(0, 0), at(30, 40), { arc: 0, scale: [0.5, 0.5] })
  expect(shrinks.map(({ transform }) => /scale\((.*)\)/.exec(String(transform))![1])).toEqual([
    '1, 1',
    '0.5, 0.5',
  ])
  const grows = way(at(0, 0), at(30, 40), { arc: 0, scale: [0.5, 0.5], grows: true })
  expect(grows.map(({ transform }) => /scale\((.*)\)/.exec(String(transform))![1])).toEqual([
    '0.5, 0.5',
    '1, 1',
  ])
})

it('moves only by transforms, so that nothing is laid out again', () => {
  for (const frame of way(at(0, 0), at(9, 9), { arc: 0.2, lean: 5 }))
    expect(Object.keys(frame).sort()).toEqual(['offset', 'transform'])
})
