import { describe, expect, it } from 'vitest'
import { nearest } from '../../../src/table/layout/nearest'
import type { Rect } from '../../../src/table/layout/geometry'
import type { Face } from '../../../src/types'

function placed(id: string, rect: Rect, face: Face = { kind: 'card' }) {
  return { piece: { id, zone: 'board', face, label: id }, rect }
}

const SMALL = placed('small', { x: 0, y: 0, w: 40, h: 40 })
const NEXT = placed('next', { x: 50, y: 0, w: 40, h: 40 })
/** A machine with a unit on the left and one on the right; between them is a gap. */
const MACHINE = placed(
  'machine',
  { x: 0, y: 100, w: 120, h: 40 },
  {
    kind: 'machine',
    cells: [
      [0, 0, 'heart'],
      [2, 0, 'weapon'],
    ],
  },
)

describe('a finger that has missed', () => {
  it('means the piece whose middle is nearest', () => {
    expect(nearest({ x: 41, y: 20 }, [SMALL, NEXT], 22)).toBe('small')
    expect(nearest({ x: 49, y: 20 }, [SMALL, NEXT], 22)).toBe('next')
  })

  it('means nothing if all are too far away', () => {
    expect(nearest({ x: 20, y: 43 }, [SMALL, NEXT], 22)).toBe(null)
    expect(nearest({ x: 20, y: 20 }, [], 22)).toBe(null)
  })

  it('means the units of a machine, not the gaps between them', () => {
    expect(nearest({ x: 20, y: 141 }, [MACHINE], 22)).toBe('machine')
    expect(nearest({ x: 60, y: 120 }, [MACHINE], 22)).toBe(null)
    expect(nearest({ x: 79, y: 120 }, [MACHINE], 22)).toBe('machine')
  })
})
