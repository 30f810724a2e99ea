import { expect, it } from 'vitest'
import { nameplates } from '../../../src/table/layout/nameplates'
import type { Placed } from '../../../src/table/layout/placement'

/** A machine on a board of 40 units a cell. */
function machine(
  id: string,
  title: string,
  column: number,
  row: number,
  ...shape: [number, number][]
) {
  const cells = shape.map(([x, y], i) => [x, y, i ? 'weapon' : 'heart'] as [number, number, string])
  const across = Math.max(...shape.map(([x]) => x)) + 1
  const down = Math.max(...shape.map(([, y]) => y)) + 1
  const rect = { x: column * 40, y: row * 40, w: across * 40, h: down * 40 }
  const face = { kind: 'machine', title, cells, hue: 'blue' }
  const piece = { id, zone: 'board', face, label: title }
  return { piece, rect, z: 1, under: false, hint: '', from: null, back: null, delay: 0 } as Placed
}

const WIDTH = 360

it('puts a name on the lower edge of the heart', () => {
  const [plate] = nameplates([machine('a', 'Toad', 2, 1, [0, 0])], WIDTH)
  expect(plate!.rect.y).toBeLessThan(80)
  expect(plate!.rect.y + plate!.rect.h).toBeGreaterThan(80)
  expect(plate!.rect.x + plate!.rect.w / 2).toBeCloseTo(100)
})

it('keeps names on the board', () => {
  const plates = nameplates(
    [machine('a', 'Battering Ram', 0, 1, [0, 0]), machine('b', 'Lamplighter', 8, 1, [0, 0])],
    WIDTH,
  )
  expect(plates[0]!.rect.x).toBe(0)
  expect(plates[1]!.rect.x + plates[1]!.rect.w).toBe(WIDTH)
})

it('moves a name to another edge where it would cover that of a neighbour', () => {
  const [first, second] = nameplates(
    [
      machine('a', 'Battering Ram', 2, 1, [0, 0], [0, 1]),
      machine('b', 'Lamplighter', 3, 1, [0, 0], [0, 1]),
    ],
    WIDTH,
  )
  expect(second!.rect.y).not.toBe(first!.rect.y)
})

it('makes room for a number', () => {
  const toad = machine('a', 'Toad', 2, 1, [0, 0])
  const [bare] = nameplates([toad], WIDTH)
  const [numbered] = nameplates([toad], WIDTH, new Map([['a', 1]]))
  expect(numbered!.rect.w).toBeGreaterThan(bare!.rect.w)
})

it('has no plate for things without a name', () => {
  expect(nameplates([machine('a', '', 2, 1, [0, 0])], WIDTH)).toEqual([])
})
