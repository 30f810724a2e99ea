import { beforeEach, describe, expect, it } from 'vitest'
import { Device, type Surroundings } from '../../../src/table/state/device.svelte'
import { onScreen, reactive } from '../../support/reactive.svelte'
import { update, viewOf } from '../../support/table'

let around: {
  connection: { connected: boolean; send: (message: object) => number }
  seating: { yours: number[]; started: boolean; at: (seat: number) => object | undefined }
  playback: { present: unknown; newest: unknown; past: unknown; waiting: number; rolling: boolean }
  submission: { busy: boolean }
}
let device: Device
let sent: object[]

/** A device that Ada and Bob share, in seats 0 and 1; seat 2 is another person. */
beforeEach(() => {
  sent = []
  around = reactive({
    connection: { connected: true, send: (message: object) => sent.push(message) },
    seating: { yours: [0, 1], started: true, at: () => undefined },
    playback: { present: null, newest: null, past: null, waiting: 0, rolling: false },
    submission: { busy: false },
  })
  device = new Device(around as unknown as Surroundings)
})

/** Shows `seat` on the page, while the game waits for those in `waiting`. */
function shows(seat: number, waiting: number[], { curtain = false, over = false } = {}): void {
  const view = viewOf(1, { seat, waiting, over })
  around.playback.present = around.playback.newest = view
  device.receive(update(view, { curtain }))
}

describe('a device that several people share', () => {
  it('switches to the seat to move if all know the same', () => {
    const screen = onScreen(() => [device.wanted, device.passing])
    shows(-1, [0])
    expect(screen.now).toEqual([0, -1])
    shows(0, [0])
    expect(screen.now).toEqual([null, -1])
    shows(0, [1])
    expect(screen.now).toEqual([1, -1])
  })

  it('shows the public view, and asks for the next person, if they do not', () => {
    const screen = onScreen(() => [device.wanted, device.passing])
    shows(0, [1], { curtain: true })
    expect(screen.now).toEqual([-1, -1])
    shows(-1, [1], { curtain: true })
    expect(screen.now).toEqual([null, 1])
    device.switch(1)
    expect(sent).toEqual([{ type: 'switch', seat: 1 }])
    shows(1, [1], { curtain: true })
    expect(screen.now).toEqual([null, -1])
  })

  it('is opened by hand after a reload too', () => {
    shows(-1, [0], { curtain: true })
    expect([device.wanted, device.passing]).toEqual([null, 0])
  })

  it('goes from seat to seat if all choose at the same time', () => {
    shows(0, [0, 1, 2], { curtain: true })
    expect(device.wanted).toBe(null)
    shows(0, [1, 2], { curtain: true })
    expect(device.wanted).toBe(-1)
    shows(-1, [1, 2], { curtain: true })
    expect(device.passing).toBe(1)
  })

  it('stays unchanged while others play', () => {
    shows(1, [2], { curtain: true })
    expect([device.wanted, device.passing]).toEqual([null, -1])
    shows(-1, [2], { curtain: true })
    expect([device.wanted, device.passing]).toEqual([null, -1])
  })

  it('waits until a move is stored and shown, and for the connection', () => {
    const screen = onScreen(() => device.wanted)
    shows(0, [1])
    for (const [part, field] of [
      ['submission', 'busy'],
      ['playback', 'rolling'],
      ['playback', 'waiting'],
    ] as const) {
      Object.assign(around[part], { [field]: true })
      expect(screen.now).toBe(null)
      Object.assign(around[part], { [field]: false })
      expect(screen.now).toBe(1)
    }
    around.connection.connected = false
    expect(screen.now).toBe(null)
  })

  it('skips a seat for which a bot plays', () => {
    around.seating.at = (seat) => (seat === 0 ? { taken_over_by: 'Otto' } : {})
    shows(-1, [0, 1])
    expect(device.wanted).toBe(1)
  })

  it('belongs to all of them after the game', () => {
    shows(0, [], { over: true })
    expect(device.wanted).toBe(-1)
    shows(-1, [], { over: true, curtain: true })
    expect([device.wanted, device.passing]).toEqual([null, -1])
  })

  it('changes nothing before the game begins, or with a single seat', () => {
    around.seating.started = false
    shows(-1, [0])
    expect(device.wanted).toBe(null)
    around.seating.started = true
    around.seating.yours = []
    expect([device.shared, device.wanted, device.passing]).toEqual([false, null, -1])
  })
})
