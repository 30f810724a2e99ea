import { expect, it } from 'vitest'
import { folded, foldsIn } from '../../../src/table/layout/foldLayout'
import type { Area, Layout } from '../../../src/types'

const column = (areas: Record<string, Area>): Layout => ({ width: 360, height: 600, areas })

it('puts the lower half of a column beside the upper one', () => {
  const layout = folded(
    column({
      rivals: [8, 6, 344, 60],
      board: [0, 80, 360, 240],
      badges: [10, 90, 340, 220],
      mine: [8, 330, 344, 120],
      hand: [8, 460, 344, 130, 4, 'columns-6'],
    }),
  )
  expect([layout.width, layout.height]).toEqual([720, 330])
  expect(layout.areas['board']).toEqual([0, 80, 360, 240])
  expect(layout.areas['mine']).toEqual([368, 6, 344, 120])
  expect(layout.areas['hand']).toEqual([368, 136, 344, 130, 4, 'columns-6'])
})

it('cuts no area in two, and keeps a column that it cannot cut', () => {
  const whole = column({ ground: [0, 0, 360, 600], hand: [8, 300, 344, 90] })
  expect(folded(whole)).toBe(whole)
})

it('needs room for two columns', () => {
  expect([568, 640, 844].map((width) => foldsIn(width))).toEqual([false, true, true])
})
