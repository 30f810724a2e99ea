import { beforeEach, describe, expect, it } from 'vitest'
import { Seating } from '../../../src/table/state/seating.svelte'
import { onScreen } from '../../support/reactive.svelte'
import { PEOPLE, update, viewOf } from '../../support/table'

let seating: Seating
beforeEach(() => {
  seating = new Seating(() => 0)
})

const occupants = (...changes: object[]) => PEOPLE.map((each, i) => ({ ...each, ...changes[i] }))

describe('the seating', () => {
  it('has the seats, their players and display names', () => {
    seating.receive(update(viewOf(0)))
    expect([seating.name(0), seating.name(1), seating.name(4)]).toEqual(['You', 'Rivet', 'Seat 5'])
    expect(seating.plain('[[seat:0]] gave [[seat:1]] a card')).toBe('You gave Rivet a card')
  })

  it('shows at once when a person leaves, comes or watches', () => {
    seating.receive(update(viewOf(0)))
    const screen = onScreen(() => [seating.at(1)?.here, seating.watching])
    expect(screen.now).toEqual([true, 0])
    const left = occupants({}, { here: false })
    seating.receive({ type: 'occupants', now: { occupants: left, watching: 2 } })
    expect(screen.now).toEqual([false, 2])
  })

  it('shows the player of a seat while a bot has taken over', () => {
    seating.receive({
      type: 'occupants',
      now: { occupants: occupants({}, { taken_over_by: 'Otto' }) },
    })
    expect(seating.player(1)).toBe('Otto for Rivet')
    expect(seating.takenOverBy).toBe('')
    seating.receive({ type: 'occupants', now: { occupants: occupants({ taken_over_by: 'Otto' }) } })
    expect(seating.takenOverBy).toBe('Otto')
  })

  it('keeps the rules for leaving, also after a message without them', () => {
    const takeover = { bot: 'expert', after_s: 60 }
    seating.receive(update(viewOf(0), { takeover }, { started: false }))
    expect([seating.takeover, seating.started]).toEqual([takeover, false])
    seating.receive({ type: 'occupants', now: { occupants: PEOPLE, started: true } })
    expect([seating.takeover, seating.started]).toEqual([takeover, true])
  })

  it('has the table of the rematch', () => {
    seating.receive({ type: 'rematch', table: 'next' })
    expect(seating.rematch).toBe('next')
    seating.receive({ type: 'rematch', wanted: [1], missing: [0], starts: 1 })
    expect(seating.again).toEqual({ wanted: [1], missing: [0], starts: 1, table: '' })
    expect(seating.rematch).toBe('')
  })
})
