import { describe, expect, it } from 'vitest'
import {
  fit,
  lowOf,
  neighbour,
  plan,
  sceneScale,
  widened,
} from '../../../src/table/layout/geometry'
import type { Area, Zone } from '../../../src/types'

const zone = (more: Partial<Zone>): Zone => ({
  part: 'zone',
  id: 'z',
  area: 'z',
  shape: 'row',
  label: 'Z',
  ...more,
})
const lying = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `p${at}`, at }))
const at = (rect: { x: number; y: number; w: number; h: number }) =>
  [rect.x, rect.y, rect.w, rect.h].map((n) => Math.round(n * 100) / 100)

it('fits an aspect ratio into the middle', () => {
  expect(fit({ x: 0, y: 0, w: 100, h: 50 }, 1)).toEqual({ x: 25, y: 0, w: 50, h: 50 })
  expect(fit({ x: 0, y: 0, w: 100, h: 50 }, 0)).toEqual({ x: 0, y: 0, w: 100, h: 50 })
})

it('widens a table, up to a limit, if a window would leave its sides empty', () => {
  const layout = { width: 1000, height: 500, areas: { a: [100, 50, 300, 200, 4] as Area } }
  const wide = widened(layout, { w: 1100, h: 500 })
  expect([wide.width, wide.height]).toEqual([1100, 500])
  expect(wide.areas['a']?.map((n) => Math.round(Number(n)))).toEqual([110, 50, 330, 200, 4])
  expect(widened(layout, { w: 4000, h: 500 }).width).toBe(1200)
  expect(widened(layout, { w: 900, h: 500 })).toBe(layout)
})

it('places hexes in a line with room for their names, whatever their spots', () => {
  const spots: [number, number][] = [
    [0, 0],
    [1, 0.5],
    [0, 1],
  ]
  const { cells } = plan(zone({ shape: 'hex', spots }), [0, 0, 200, 66, 4, 'line'], lying(3))
  expect(cells.map((cell) => Math.round(cell.x))).toEqual([0, 71, 141])
  expect(cells.every((cell) => cell.y + cell.h <= 66 - 15)).toBe(true)
})

describe('row and column', () => {
  it('share the length with gaps', () => {
    const { places, empty } = plan(zone({ columns: 4 }), [10, 20, 430, 138, 10], lying(2))
    expect(at(places.get('p1')!)).toEqual([120, 20, 100, 138])
    expect(empty).toEqual([2, 3])
  })
  it('overlap if there are too many, within the area', () => {
    const { places } = plan(zone({ columns: 2 }), [0, 0, 210, 50, 10], lying(5))
    expect(at(places.get('p4')!)).toEqual([110, 0, 100, 50])
    expect(at(places.get('p1')!)[0]).toBe(27.5)
  })
  it('go downwards', () => {
    const { places } = plan(zone({ shape: 'column', rows: 3 }), [0, 0, 50, 170, 10], lying(3))
    expect(at(places.get('p2')!)).toEqual([0, 120, 50, 50])
  })
  it('use the default gap if none is sent', () => {
    const { cells } = plan(zone({ columns: 2 }), [0, 0, 108, 50], [])
    expect(at(cells[1]!)).toEqual([58, 0, 50, 50])
  })
})

describe('pieces that overlap', () => {
  const column = zone({ shape: 'column', overlap: 0.75, aspect: 0.75 })
  const strips = (count: number, area: [number, number, number, number] = [10, 20, 75, 400]) => {
    const cells = plan(column, area, lying(count)).cells
    return cells.slice(1).map((cell, i) => Math.round((cell.y - cells[i]!.y) * 10) / 10)
  }
  it('show the share of each that the overlap leaves visible', () => {
    const { places } = plan(column, [10, 20, 75, 400], lying(3))
    expect(at(places.get('p0')!)).toEqual([10, 20, 75, 100])
    expect(at(places.get('p2')!)).toEqual([10, 70, 75, 100])
    expect(strips(3)).toEqual([25, 25])
  })
  it('are closer together if room is short, and stay within the area', () => {
    expect(strips(12, [0, 0, 90, 430])[0]).toBe(28.4)
    const { cells } = plan(column, [0, 0, 90, 430], lying(12))
    const last = cells.at(-1)!
    expect(last.y + last.h).toBeCloseTo(430)
  })
  it('get smaller before their corners are hidden', () => {
    const { cells } = plan(column, [0, 0, 75, 300], lying(10))
    const last = cells.at(-1)!
    expect(cells[0]!.w).toBeLessThan(75)
    expect(cells[0]!.w / cells[0]!.h).toBeCloseTo(0.75)
    expect(last.y + last.h).toBeCloseTo(300)
    for (const strip of strips(10, [0, 0, 75, 300])) expect(strip).toBe(24)
  })
  it('go to the right in a row, with an empty place where none lies', () => {
    const row = zone({ shape: 'row', overlap: 0.5, aspect: 0.75 })
    const { places } = plan(row, [0, 0, 400, 100], lying(2))
    expect(at(places.get('p1')!)).toEqual([37.5, 0, 75, 100])
    const { cells, empty } = plan(row, [0, 0, 400, 100], [])
    expect([cells.map(at), empty]).toEqual([[[0, 0, 75, 100]], [0]])
  })
})

describe('the background of a zone', () => {
  it('surrounds its cells', () => {
    const { ground } = plan(zone({ shape: 'stack', aspect: 1 }), [0, 0, 100, 50], [])
    expect(at(ground)).toEqual([25, 0, 50, 50])
  })
  it('is the area if cells come and go', () => {
    const { ground } = plan(zone({ shape: 'fan' }), [0, 0, 300, 50], lying(1))
    expect(at(ground)).toEqual([0, 0, 300, 50])
  })
})

it('a grid counts row by row', () => {
  const { places } = plan(
    zone({ shape: 'grid', columns: 3, rows: 2 }),
    [0, 0, 300, 200, 0],
    lying(6),
  )
  expect(at(places.get('p4')!)).toEqual([100, 100, 100, 100])
})

it('an area can set the number of columns of a zone', () => {
  const { places } = plan(
    zone({ shape: 'row', columns: 9 }),
    [0, 0, 200, 110, 10, 'columns-2'],
    lying(3),
  )
  expect(at(places.get('p1')!)).toEqual([105, 0, 95, 50])
  expect(at(places.get('p2')!)).toEqual([0, 60, 95, 50])
})

it('a grid of one line follows the longer side of its area', () => {
  const line = zone({ shape: 'grid', columns: 1, rows: 3 })
  expect(at(plan(line, [0, 0, 30, 90, 0], lying(3)).places.get('p2')!)).toEqual([0, 60, 30, 30])
  expect(at(plan(line, [0, 0, 90, 30, 0], lying(3)).places.get('p2')!)).toEqual([60, 0, 30, 30])
})

it('a board keeps room for letters, and machines cover their cells', () => {
  const piece = {
    id: 'm',
    at: 10,
    face: {
      kind: 'machine' as const,
      cells: [
        [0, 0, 'heart'],
        [1, 0, 'weapon'],
        [1, 1, 'weapon'],
      ] as [number, number, string][],
    },
  }
  const { board, places } = plan(
    zone({ shape: 'grid', columns: 9, rows: 9, aspect: 1, board: true }),
    [0, 0, 558, 558, 0],
    [piece],
  )
  expect(at(board!)).toEqual([18, 0, 540, 540])
  expect(at(places.get('m')!)).toEqual([78, 60, 120, 120])
})

it('a fan stays in the middle and overlaps as needed', () => {
  const few = plan(zone({ shape: 'fan', aspect: 0.5 }), [0, 0, 300, 100, 10], lying(2))
  expect(at(few.places.get('p0')!)).toEqual([95, 0, 50, 100])
  const many = plan(zone({ shape: 'fan', aspect: 0.5 }), [0, 0, 300, 100, 10], lying(11))
  expect(at(many.places.get('p10')!)).toEqual([250, 0, 50, 100])
})

it('a stack puts the last on top', () => {
  const { places } = plan(zone({ shape: 'stack' }), [5, 5, 50, 70], lying(3))
  expect(places.get('p2')!.z).toBe(2)
  expect(at(places.get('p0')!)).toEqual([5, 5, 50, 70])
})

it('hexes fill their area and touch each other', () => {
  const { cells } = plan(
    zone({
      shape: 'hex',
      spots: [
        [0, 0],
        [1, 0.5],
        [0, 1],
      ],
    }),
    [0, 0, 350, 1000, 0],
    [],
  )
  expect(cells[0]!.w).toBeCloseTo(200)
  expect(cells[1]!.x - cells[0]!.x).toBeCloseTo(150)
  expect(cells[2]!.y - cells[0]!.y).toBeCloseTo(cells[0]!.h)
})

it('free spots are centres in units', () => {
  const { cells } = plan(
    zone({
      shape: 'free',
      columns: 4,
      rows: 2,
      spots: [
        [0.5, 0.5],
        [3.5, 1.5],
      ],
    }),
    [0, 0, 400, 200, 0],
    [],
  )
  expect(at(cells[1]!)).toEqual([300, 100, 100, 100])
})

it('finds neighbours by their positions', () => {
  const r = (x: number, y: number) => ({ x, y, w: 10, h: 10 })
  const all = [
    ['b', r(20, 0)],
    ['c', r(40, 0)],
    ['d', r(0, 30)],
  ] as const
  expect(neighbour(r(0, 0), all, 'right')).toBe('b')
  expect(neighbour(r(0, 0), all, 'down')).toBe('d')
  expect(neighbour(r(0, 0), all, 'left')).toBe(null)
})

it('scales a scene', () => {
  expect(sceneScale({ width: 1280, height: 748 }, { w: 1920, h: 1028 }, 'wide')).toBeCloseTo(
    1.374,
    2,
  )
  expect(sceneScale({ width: 360, height: 700 }, { w: 360, h: 500 }, 'narrow')).toBe(1)
  expect(sceneScale({ width: 360, height: 700 }, { w: 740, h: 308 }, 'narrow')).toBe(1)
  expect(sceneScale({ width: 360, height: 700 }, { w: 768, h: 1050 }, 'narrow')).toBe(1.5)
  expect(sceneScale({ width: 360, height: 700 }, { w: 320, h: 600 }, 'narrow')).toBeCloseTo(
    0.889,
    2,
  )
  expect(sceneScale({ width: 720, height: 400 }, { w: 668, h: 346 }, 'low')).toBe(0.89)
})

it('takes the highest of the low layouts that fits without scrolling', () => {
  const layout = (height: number) => ({ width: 718, height, areas: {} })
  const [high, low] = [layout(374), layout(288)]
  expect(lowOf([high, low], { w: 668, h: 346 })).toBe(high)
  expect(lowOf([high, low], { w: 640, h: 258 })).toBe(low)
  expect(lowOf([high, low], { w: 640, h: 200 })).toBe(low) // is scrolled
})
