import { describe, expect, it } from 'vitest'
import { applied, PatchedView } from '../../src/net/viewPatch'
import type { FromServer, View } from '../../src/types'

const view = {
  game: 'splendor',
  seat: 0,
  ply: 3,
  waiting: [0],
  over: false,
  parts: [{ part: 'panel', id: 'bank' }],
  pieces: [
    { id: 'a', zone: 'one', label: 'A' },
    { id: 'b', zone: 'one', label: 'B' },
  ],
  choices: [{ action: 1, text: 'pass' }],
} as unknown as View

describe('a view with changes', () => {
  it('has new fields, and not those that were removed', () => {
    const after = applied(view, { fields: { ply: 4, waiting: [1] }, cleared: ['choices'] })
    expect([after.ply, after.waiting, 'choices' in after]).toEqual([4, [1], false])
    expect(after.pieces).toBe(view.pieces)
    expect(view.choices).toHaveLength(1)
  })

  it('has changed pieces in their places', () => {
    const changed = { id: 'a', zone: 'two', label: 'A' } as View['pieces'][number]
    const after = applied(view, { fields: {}, pieces: [changed] })
    expect(after.pieces).toEqual([changed, view.pieces[1]])
    expect(after.parts).toBe(view.parts)
  })

  it('has pieces in another order, with new ones and without removed ones', () => {
    const fresh = { id: 'c', zone: 'one', label: 'C' } as View['pieces'][number]
    const after = applied(view, { fields: {}, pieces: [fresh], piece_ids: ['c', 'a'] })
    expect(after.pieces).toEqual([fresh, view.pieces[0]])
  })
})

describe('the last view of a connection', () => {
  const update = { type: 'update', view, now: { occupants: [] } } as FromServer
  const changed = (ply: number) =>
    ({
      type: 'changed',
      changes: { fields: { ply } },
      now: { occupants: [], notice: 'N' },
    }) as FromServer

  it('turns changes into whole updates, one after another', () => {
    const kept = new PatchedView()
    expect(kept.whole(update)).toBe(update)
    const first = kept.whole(changed(4))
    expect(first).toEqual({
      type: 'update',
      view: { ...view, ply: 4 },
      now: { occupants: [], notice: 'N' },
    })
    expect(kept.whole(changed(5))).toMatchObject({ view: { ply: 5, pieces: view.pieces } })
    const pong = { type: 'pong' } as FromServer
    expect(kept.whole(pong)).toBe(pong)
  })

  it('ignores changes to a view that never arrived', () => {
    expect(new PatchedView().whole(changed(4))).toBeNull()
  })
})
