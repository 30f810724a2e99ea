import { expect, it } from 'vitest'
import { beamOf, spreadChips } from '../../../src/table/layout/beams'

const source = { x: 0, y: 100, w: 40, h: 40 }
const target = { x: 200, y: 0, w: 20, h: 20 }

it('leads from the middle of one thing to the middle of another', () => {
  const { steps, path } = beamOf(source, target)
  expect([steps[0], steps.at(-1)]).toEqual([
    { x: 20, y: 120 },
    { x: 210, y: 10 },
  ])
  expect(path).toMatch(/^M20 120Q.* 210 10$/)
})

it.each([
  ['right', target],
  ['left', { ...target, x: -200 }],
])('bends upwards on its way to the %s', (_, end) => {
  const { steps } = beamOf(source, { ...end, y: source.y })
  const half = steps[Math.floor(steps.length / 2)]!
  expect(half.y).toBeLessThan(110)
})

it('has its chip below its target', () => {
  expect(beamOf(source, target).end).toEqual({ x: 210, y: 20 })
})

it('has no chip on another', () => {
  const beams = [target, target, { ...target, x: 400 }].map((end) => ({
    line: beamOf(source, end),
  }))
  const [first, second, third] = spreadChips(beams).map(({ line }) => line.end)
  expect(second!.y).toBeGreaterThan(first!.y)
  expect(third!.y).toBe(first!.y)
})
