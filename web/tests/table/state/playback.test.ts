import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Pace } from '../../../src/browser/prefs.svelte'
import { hold, ROUND } from '../../../src/table/state/pace'
import { Playback, sameMoves } from '../../../src/table/state/playback.svelte'
import type { Line, View } from '../../../src/types'
import { onScreen } from '../../support/reactive.svelte'
import { viewOf } from '../../support/table'

const PACE: Pace = 'unhurried'

let shown: [before: number | undefined, now: number][]
let still: boolean
let playback: Playback

beforeEach(() => {
  vi.useFakeTimers()
  shown = []
  still = false
  const show = (view: View, before: View | null) => shown.push([before?.ply, view.ply])
  playback = new Playback({ pace: () => PACE, still: () => still, show }, () => Date.now())
})
afterEach(() => {
  playback.close()
  vi.useRealTimers()
})

const line = (ply: number): Line => ({ ply, words: `move ${ply}` })
/** A view after a move, with its line of the log. */
const move = (ply: number) => viewOf(ply, { log: [line(ply)], log_from: ply - 1 })
const words = () => playback.lines.map((each) => each.words)

describe('playback', () => {
  it('shows the first view at once, and the moves of others at a readable pace', () => {
    playback.start(viewOf(0))
    const screen = onScreen(() => playback.view?.ply)
    for (const ply of [1, 2]) playback.follow(move(ply))
    expect([screen.now, playback.waiting, playback.newest?.ply]).toEqual([0, 2, 2])
    vi.advanceTimersByTime(hold(PACE, 0))
    expect([screen.now, playback.waiting]).toEqual([1, 1])
    vi.advanceTimersByTime(hold(PACE, 0))
    expect([screen.now, playback.waiting]).toEqual([2, 0])
    expect(shown).toEqual([
      [undefined, 0],
      [0, 1],
      [1, 2],
    ])
  })

  it('shows a move of others at once if nothing was shown for a while', () => {
    playback.start(viewOf(0))
    vi.advanceTimersByTime(hold(PACE, 0))
    const screen = onScreen(() => playback.view?.ply)
    playback.follow(move(1))
    vi.advanceTimersByTime(0)
    expect(screen.now).toBe(1)
  })

  it('can be skipped: then the current table is shown, with the whole log', () => {
    playback.start(viewOf(0))
    const screen = onScreen(() => [playback.view?.ply, playback.waiting])
    for (const ply of [1, 2, 3]) playback.follow(move(ply))
    expect(playback.behind).toBe(true)
    playback.skip()
    expect(screen.now).toEqual([3, 0])
    expect(words()).toEqual(['move 1', 'move 2', 'move 3'])
    expect(playback.behind).toBe(false)
  })

  it('shows no further step of a move that is skipped', () => {
    playback.start(viewOf(0))
    vi.advanceTimersByTime(hold(PACE, 0))
    playback.follow(viewOf(1, { frames: [{}, {}, {}] }))
    vi.advanceTimersByTime(0)
    expect([playback.frame, playback.behind]).toEqual([0, true])
    playback.skip()
    expect([playback.frame, playback.behind]).toEqual([3, false])
  })

  it('shows views without a move at once, for example when a person takes a seat', () => {
    playback.start(viewOf(0))
    const screen = onScreen(() => playback.view?.waiting)
    playback.follow(viewOf(0, { waiting: [0, 1] }))
    expect(screen.now).toEqual([0, 1])
    expect(playback.moves).toBe(1)
  })

  it('skips to a view that cannot wait, with the skipped moves in the log', () => {
    playback.start(viewOf(0))
    for (const ply of [1, 2, 3]) playback.follow(move(ply))
    playback.skipTo(move(4))
    expect([playback.view?.ply, playback.waiting]).toEqual([4, 0])
    expect(words()).toEqual(['move 1', 'move 2', 'move 3', 'move 4'])
    vi.advanceTimersByTime(60_000)
    expect(shown.map(([, ply]) => ply)).toEqual([0, 4])
  })

  it('starts a new connection with the whole log', () => {
    playback.start(viewOf(1, { log: [line(1)], log_from: 0 }))
    playback.follow(move(2))
    playback.start(viewOf(3, { log: [1, 2, 3].map(line), log_from: 0 }))
    expect(words()).toEqual(['move 1', 'move 2', 'move 3'])
    vi.advanceTimersByTime(60_000)
    expect(playback.view?.ply).toBe(3)
  })

  it('counts the shown moves', () => {
    playback.start(viewOf(1))
    playback.skipTo(viewOf(1, { waiting: [0] }))
    playback.skipTo(viewOf(2))
    expect(playback.moves).toBe(2)
  })

  it('shows an earlier position with its log, and returns to the current table', () => {
    playback.start(viewOf(2, { log: [1, 2].map(line), log_from: 0 }))
    playback.past = viewOf(1)
    expect([playback.view?.ply, words()]).toEqual([1, ['move 1']])
    expect(playback.present?.ply).toBe(2)
    playback.past = null
    expect([playback.view?.ply, words()]).toEqual([2, ['move 1', 'move 2']])
  })
})

describe('the frames of a view', () => {
  const frames = [0, 1, 2].map((action) => ({ action }))

  it('are shown one after another and then removed', () => {
    playback.start(viewOf(0))
    playback.skipTo(viewOf(1, { frames }))
    const seen = [playback.frame]
    for (let step = 0; step < 4; step++) {
      vi.advanceTimersByTime(hold(PACE, 0))
      seen.push(playback.frame)
    }
    expect(seen).toEqual([0, 1, 2, 3, 3])
  })

  it('are not shown for the first view, nor without motion', () => {
    playback.start(viewOf(1, { frames }))
    expect(playback.frame).toBe(3)
    still = true
    playback.skipTo(viewOf(2, { frames }))
    expect(playback.frame).toBe(3)
  })

  it('end when the next view is shown', () => {
    playback.start(viewOf(0))
    playback.skipTo(viewOf(1, { frames }))
    playback.skipTo(viewOf(2))
    vi.advanceTimersByTime(60_000)
    expect(playback.frame).toBe(0)
  })
})

it('recognizes two views of the same moves by their number and their reader', () => {
  expect(sameMoves(viewOf(1), viewOf(1))).toBe(true)
  expect(sameMoves(viewOf(1), viewOf(2))).toBe(false)
  expect(sameMoves(viewOf(1), viewOf(1, { seat: 1 }))).toBe(false)
  expect(sameMoves(null, viewOf(1))).toBe(false)
})

describe('the frames on a stage', () => {
  const stage: View['parts'] = [
    { part: 'zone', id: 'stage', area: 'stage', shape: 'stage', label: 'Stage' },
  ]
  const actor = { ghosts: [{ zone: 'stage', face: { kind: 'portrait' as const } }] }
  const acts = (ply: number, brief: boolean[]) =>
    viewOf(ply, { parts: stage, frames: brief.map((each) => ({ ...actor, brief: each })) })
  const full = hold(PACE, 0)

  it('stay half as long if they are brief', () => {
    playback.start(viewOf(0))
    playback.skipTo(acts(1, [true, false]))
    vi.advanceTimersByTime(full / 2)
    expect(playback.frame).toBe(1)
    vi.advanceTimersByTime(full / 2)
    expect(playback.frame).toBe(1)
    vi.advanceTimersByTime(full / 2)
    expect([playback.frame, playback.staged]).toEqual([2, null])
  })

  it('are shown without motion too', () => {
    still = true
    playback.start(viewOf(0))
    playback.skipTo(acts(1, [false, false]))
    expect(playback.staged).not.toBeNull()
  })

  it('together take no longer than the moves of others', () => {
    playback.start(viewOf(0))
    playback.skipTo(acts(1, Array<boolean>(40).fill(false)))
    vi.advanceTimersByTime(ROUND[PACE] + 100)
    expect(playback.staged).toBeNull()
  })

  it('can be paused, with the moves that follow, and go on', () => {
    playback.start(viewOf(0))
    playback.skipTo(acts(1, [false, false]))
    playback.follow(move(2))
    playback.pause()
    vi.advanceTimersByTime(60_000)
    expect([playback.frame, playback.view?.ply, playback.behind]).toEqual([0, 1, true])
    playback.goOn()
    vi.advanceTimersByTime(full)
    expect(playback.frame).toBe(1)
    vi.advanceTimersByTime(60_000)
    expect(playback.view?.ply).toBe(2)
  })

  it('end at once when they are skipped while paused', () => {
    playback.start(viewOf(0))
    playback.skipTo(acts(1, [false, false]))
    playback.pause()
    playback.skip()
    expect([playback.staged, playback.paused, playback.behind]).toEqual([null, false, false])
  })

  it('hold back the next move until they have been shown', () => {
    playback.start(viewOf(0))
    vi.advanceTimersByTime(full)
    playback.follow(acts(1, [false, false, false]))
    vi.advanceTimersByTime(0)
    playback.follow(move(2))
    vi.advanceTimersByTime(2 * full + full / 2)
    expect([playback.view?.ply, playback.frame]).toEqual([1, 2])
    vi.advanceTimersByTime(full)
    expect(playback.view?.ply).toBe(2)
  })

  it('are not on the stage of an earlier position', () => {
    playback.start(viewOf(0))
    playback.past = acts(1, [false])
    expect(playback.staged).toBeNull()
  })
})
