import { beforeEach, describe, expect, it } from 'vitest'
import { Dragging } from '../../../src/table/gestures/dragging.svelte'
import { Coach } from '../../../src/table/state/coach.svelte'
import { Playback } from '../../../src/table/state/playback.svelte'
import { Seating } from '../../../src/table/state/seating.svelte'
import { Selection } from '../../../src/table/state/selection.svelte'
import { Sheets } from '../../../src/table/state/sheets.svelte'
import type { Revision } from '../../../src/net/revision'
import type { Piece, View } from '../../../src/types'
import { onScreen, reactive } from '../../support/reactive.svelte'
import { choice, LAYOUT, PEOPLE, question, update, viewOf } from '../../support/table'

const take = choice(1, 'white', 'blue')
const other = choice(2, 'white', 'red')
const buy = choice(3, 'card')
const CHOICES = [take, other, buy]

const piece = (id: string, more: Partial<Piece> = {}): Piece => ({
  id,
  zone: 'row',
  label: id,
  face: { kind: 'card' },
  ...more,
})

let submitted: [action: number, ply: number][]
let questions: string[]
let ticks: number
let atOnce: boolean
let submission: { busy: boolean; submit(action: number, seen: Revision): void }
let playback: Playback
let seating: Seating
let sheets: Sheets
let coach: Coach
let steps: number[]
let selection: Selection

beforeEach(() => {
  submitted = []
  questions = []
  ticks = 0
  atOnce = false
  submission = reactive({
    busy: false,
    submit: (action: number, { ply }: Revision) => void submitted.push([action, ply]),
  })
  const show = (view: View, before: View | null) => void selection?.moved(before, view, false)
  playback = new Playback({ pace: () => 'quick', still: () => true, show })
  seating = new Seating(() => playback.view?.seat ?? -1)
  sheets = new Sheets(
    () => playback.view,
    () => 'wide',
    () => ({ w: 1280, h: 800 }),
  )
  steps = []
  coach = new Coach(playback, (step) => steps.push(step))
  selection = new Selection({
    playback,
    seating,
    submission,
    sheets,
    coach,
    atOnce: () => atOnce,
    askWhy: (id) => questions.push(id),
    plan: () => false,
    tick: () => ticks++,
  })
  playback.start(question(5, CHOICES))
})

const says = (id: number, words: string) =>
  selection.receive({ type: 'reason', id, piece: '', words })

describe('in a lesson', () => {
  const lesson = (more: object = {}) => ({ step: 1, steps: 4, words: 'Take.', action: 1, ...more })
  const step = (more: object = {}, ply = 6) => {
    const view = question(ply, CHOICES, { pieces: [piece('card'), piece('white')] })
    coach.receive(update(view, { lesson: lesson(more) }))
    playback.start(view)
  }

  it('only the requested choice is possible', () => {
    step()
    expect(selection.choices).toEqual([take])
    expect(selection.advisable).toBe(false)
    selection.touch('white')
    selection.touch('blue')
    expect(selection.first).toBe(take)
  })

  it('other touches are answered by the coach, not by the server', () => {
    step({ later: [{ piece: 'card', words: 'Cards come later.' }] })
    selection.touch('card')
    expect([questions, selection.touched]).toEqual([[], []])
    expect(coach.reply).toMatchObject({ piece: 'card', words: 'Cards come later.', times: 1 })
    selection.touch('red')
    expect(coach.reply).toMatchObject({ piece: 'red', words: '', times: 2 })
    step({ step: 2 }, 7)
    expect(coach.reply).toBe(null)
  })

  it('a step to be read offers no choice, and moves on or back', () => {
    step({ action: undefined })
    expect(selection.choices).toEqual([])
    coach.turn(1)
    coach.turn(-1)
    expect(steps).toEqual([2, 0])
  })

  it('the coach is silent while bots move', () => {
    step({ words: undefined, action: undefined })
    expect([coach.speaks, selection.choices]).toEqual([false, []])
    selection.touch('card')
    expect(coach.reply).toBe(null)
  })

  it('a doubt is answered when its piece is touched, or when its question is chosen', () => {
    const doubts = [
      { ask: 'Why not red?', answer: 'Nothing costs red.', pieces: ['red'] },
      { ask: 'Why now?', answer: 'Later it is gone.' },
    ]
    step({ doubts })
    selection.touch('red')
    expect(coach.reply).toMatchObject({ piece: 'red', words: 'Nothing costs red.', times: 1 })
    const [red, now] = coach.lesson!.doubts!
    expect(coach.reply!.doubt).toBe(red)
    coach.ask(now!)
    expect(coach.reply).toMatchObject({ piece: '', doubt: now, words: 'Later it is gone.' })
    coach.ask(now!)
    expect(coach.reply).toBe(null)
  })

  it('ends with the first view without a lesson, which finishes it', () => {
    step({ name: 'nobles' })
    const before = playback.present!
    const after = question(7, CHOICES)
    expect(coach.finished(before, after)?.name).toBe('nobles')
    expect(coach.finished(null, after)).toBe(null)
    playback.start(after)
    expect(coach.lesson).toBe(null)
    expect(selection.choices).toEqual(CHOICES)
  })

  it('is finished at a last step that only has to be read', () => {
    const at = (more: object) => {
      step(more)
      return coach.finished(null, playback.present!)
    }
    expect(at({ step: 3, action: undefined })?.step).toBe(3)
    expect(at({ step: 3 })).toBe(null)
    expect(at({ step: 2, action: undefined })).toBe(null)
    expect(at({ step: 3, action: undefined, words: undefined })).toBe(null)
  })
})

describe('the choices', () => {
  it('are those that the view offers the seat to move', () => {
    expect([selection.mine, selection.choices]).toEqual([true, CHOICES])
    playback.start(viewOf(6))
    expect([selection.mine, selection.choices]).toEqual([false, []])
  })

  it('are empty while our move is pending, and return after a refusal', () => {
    const screen = onScreen(() => selection.choices.length)
    submission.busy = true
    expect(screen.now).toBe(0)
    submission.busy = false
    expect(screen.now).toBe(3)
  })

  it('are empty before the start, after the end, in earlier positions, and while a bot plays for us', () => {
    seating.receive({ type: 'occupants', now: { occupants: PEOPLE, started: false } })
    expect(selection.mine).toBe(false)
    const gone = [{ ...PEOPLE[0]!, taken_over_by: 'Otto' }]
    seating.receive({ type: 'occupants', now: { occupants: gone } })
    expect(selection.mine).toBe(false)
    seating.receive({ type: 'occupants', now: { occupants: PEOPLE } })
    expect(selection.mine).toBe(true)
    playback.past = question(2, CHOICES)
    expect(selection.mine).toBe(false)
    playback.past = null
    playback.start(question(6, CHOICES, { over: true }))
    expect(selection.mine).toBe(false)
  })

  it('are empty while newer moves wait to be shown, unless these do not change them', () => {
    playback.follow(question(6, CHOICES))
    expect(selection.choices).toEqual(CHOICES)
    playback.follow(question(7, [buy]))
    expect(selection.choices).toEqual([])
    playback.close()
  })

  it('have hints only if there is something to decide', () => {
    expect(selection.advisable).toBe(true)
    playback.start(question(6, [buy]))
    expect(selection.advisable).toBe(false)
    playback.start(question(7, CHOICES, { assists: false }))
    expect(selection.advisable).toBe(false)
  })
})

describe('touching pieces', () => {
  it('reduces the choices until one is confirmed', () => {
    selection.touch('white')
    expect([selection.left, selection.first]).toEqual([[take, other], null])
    expect([selection.leadsTo('blue'), selection.leadsTo('card')]).toEqual([true, false])
    selection.touch('blue')
    expect([selection.first, submitted]).toEqual([take, []])
    selection.touch('blue')
    expect(submitted).toEqual([[1, 5]])
    expect(ticks).toBe(2)
  })

  it('plays the only remaining choice if preferred', () => {
    atOnce = true
    selection.touch('card')
    expect(submitted).toEqual([[3, 5]])
  })

  it('can be undone', () => {
    selection.touch('white')
    selection.clear()
    expect([selection.touched, selection.left]).toEqual([[], CHOICES])
  })

  it("shows a piece's text, and its other choices", () => {
    playback.start(question(6, CHOICES, { pieces: [piece('card', { note: 'It costs gold.' })] }))
    selection.touch('card')
    expect(selection.bubble).toEqual({ piece: 'card', words: 'It costs gold.', choices: [buy] })
  })

  it('shows waiting events, but no longer the effects of a shown move', () => {
    const frames = [{ title: 'Lancer in combat' }]
    const pending = { title: 'If Comet lands' }
    playback.start(viewOf(5))
    playback.start(question(6, CHOICES, { frames }))
    expect(selection.preview).toBe(null)
    playback.frame = 0
    expect(selection.preview).toBe(frames[0])
    playback.frame = 1
    expect(selection.preview).toBe(null)
    playback.start(question(7, CHOICES, { frames, pending }))
    expect(selection.preview).toBe(pending)
    playback.past = question(6, [], { frames, pending })
    expect(selection.preview).toBe(frames[0])
  })

  it('shows the effect of the choice under the pointer', () => {
    const previews = [
      { action: 1, title: 'two gems' },
      { action: 3, title: 'a card' },
    ]
    playback.start(question(6, CHOICES, { previews }))
    expect(selection.preview).toBe(null)
    selection.pointed = 'card'
    expect(selection.preview).toBe(previews[1])
    selection.considered = take
    expect(selection.preview).toBe(previews[0])
    selection.considered = selection.pointed = null
    selection.focused = 'white'
    expect(selection.preview).toBe(null)
    selection.touch('white')
    selection.touch('blue')
    expect(selection.preview).toBe(previews[0])
  })

  it('does not play a choice that is not offered', () => {
    selection.act(choice(9))
    expect(submitted).toEqual([])
  })

  it('plays from the list of all moves, which then closes', () => {
    sheets.open = 'moves'
    selection.act(buy)
    expect([submitted, sheets.open]).toEqual([[[3, 5]], ''])
  })
})

describe('touching a piece that cannot be chosen', () => {
  it('asks for the reason, and shows the answer at the piece', () => {
    selection.touch('tower')
    expect(questions).toEqual(['tower'])
    expect(selection.bubble).toBe(null)
    says(1, 'It is not yours.')
    expect(selection.bubble).toEqual({ piece: 'tower', words: 'It is not yours.', choices: [] })
  })

  it('shows no answer without a request, and each only once', () => {
    selection.touch('tower')
    says(8, 'Something else.')
    expect(selection.bubble).toBe(null)
    selection.receive({ type: 'error', code: 'late', words: 'too late', id: 1 })
    says(1, 'It is not yours.')
    expect(selection.bubble).toBe(null)
  })

  it('tells spectators', () => {
    playback.start(viewOf(5, { seat: -1 }))
    selection.touch('tower')
    expect(selection.bubble?.words).toMatch('You are watching')
    expect(questions).toEqual([])
  })

  it('tells the person for whom a bot plays', () => {
    const gone = [{ ...PEOPLE[0]!, taken_over_by: 'Otto' }]
    seating.receive({ type: 'occupants', now: { occupants: gone } })
    selection.touch('card')
    expect(selection.bubble?.words).toMatch('Otto plays for you')
  })

  it('opens what its piece leads to', () => {
    const wide = { ...LAYOUT, pages: { board: {} } }
    playback.start(viewOf(6, { wide, pieces: [piece('chest', { opens: 'board' })] }))
    selection.touch('chest')
    expect([sheets.page, questions]).toEqual(['board', []])
  })

  it('does nothing while our move is pending, or in earlier positions', () => {
    submission.busy = true
    selection.touch('card')
    submission.busy = false
    playback.past = question(2, [])
    selection.touch('card')
    expect(questions).toEqual([])
  })
})

describe('a hint', () => {
  it('selects its choice, which becomes the primary one', () => {
    expect(selection.advise(2)).toBe(true)
    expect([selection.touched, selection.first]).toEqual([['white', 'red'], other])
  })
  it('does nothing if that cannot be chosen any more', () => {
    expect(selection.advise(9)).toBe(false)
    expect([selection.touched, selection.hinted]).toEqual([[], -1])
  })
})

describe('a shown move', () => {
  it('clears the selection, which belonged to another decision', () => {
    selection.touch('white')
    selection.pointed = 'card'
    playback.start(question(6, [buy]))
    expect([selection.touched, selection.pointed]).toEqual([[], null])
  })

  it('keeps the selection if others moved and our choices are the same', () => {
    selection.touch('white')
    const after = question(6, CHOICES)
    expect(selection.moved(question(5, CHOICES), after, false).kept).toBe(true)
    expect(selection.touched).toEqual(['white'])
  })

  it('clears the selection after our own move, even with the same choices', () => {
    selection.touch('white')
    expect(selection.moved(question(5, CHOICES), question(6, CHOICES), true).kept).toBe(false)
    expect(selection.touched).toEqual([])
  })

  it('begins our turn unless it was ours before', () => {
    expect(selection.moved(viewOf(4), question(5, CHOICES), false).begins).toBe(true)
    expect(selection.moved(question(4, [buy]), question(5, CHOICES), false).begins).toBe(false)
  })

  it('cannot wait if it changes our choices', () => {
    expect(selection.overtakenBy(question(6, [buy]))).toBe(true)
    expect(selection.overtakenBy(question(6, CHOICES))).toBe(false)
    expect(selection.overtakenBy(viewOf(6))).toBe(false)
    submission.busy = true
    expect(selection.overtakenBy(question(6, [buy]))).toBe(false)
  })
})

describe('a zone that can be touched', () => {
  const lay = choice(1, 'white', 'column')
  const zone = { part: 'zone', area: 'row', shape: 'column', label: 'C', target: true } as const
  const column = { ...zone, id: 'column' }
  const closed = { ...zone, id: 'closed' }
  const parts = [column, closed]
  const pieces = [piece('white'), piece('top', { zone: 'column' }), piece('far', { zone: 'row' })]
  const playing = { parts, pieces }
  let carrying: Dragging

  beforeEach(() => {
    playback.start(question(6, [lay, other], playing))
    const place = (id: string, x: number) => ({
      zone: { ...zone, id },
      rect: { x, y: 0, w: 50, h: 50 },
      z: 0,
    })
    carrying = new Dragging(selection, () => [place('column', 0), place('closed', 100)])
  })

  it('can be touched where it is empty, or at its pieces', () => {
    selection.touch('white')
    selection.touch('top')
    expect(selection.touched).toEqual(['white', 'column'])
    expect(selection.first).toBe(lay)
    expect(selection.states('column')).toEqual(['chosen'])
    expect(selection.states('closed')).toEqual(['cannot be chosen now'])
  })

  it('is the target of pieces on a zone above it, unless these can be chosen', () => {
    const strip = { ...zone, id: 'strip', target: false, on: 'column' }
    const lying = [...pieces, piece('coin', { zone: 'strip' })]
    const gain = choice(9, 'coin')
    playback.start(question(7, [choice(8, 'column')], { parts: [...parts, strip], pieces: lying }))
    selection.touch('coin')
    expect(selection.touched).toEqual(['column'])
    expect([selection.decides('column'), selection.decides('closed')]).toEqual([true, false])
    playback.start(question(8, [lay, gain], { parts: [...parts, strip], pieces: lying }))
    selection.touch('coin')
    expect(selection.touched).toEqual(['coin'])
    expect(selection.decides('column')).toBe(false)
  })

  it('shows what it opens while it cannot be chosen', () => {
    const layout = { ...LAYOUT, pages: { closer: {} } }
    const opening = { ...closed, opens: 'closer' }
    playback.start(question(7, [lay], { parts: [column, opening], pieces, wide: layout }))
    selection.touch('closed')
    expect([sheets.page, questions]).toEqual(['closer', []])
  })

  it('accepts a piece dropped on it', () => {
    expect(carrying.take('white')).toBe(true)
    carrying.move({ x: 10, y: 0 }, { x: 20, y: 20 })
    expect([carrying.takes('column'), carrying.takes('closed')]).toEqual([true, false])
    carrying.drop()
    expect(selection.first).toBe(lay)
    expect(carrying.piece).toBe(null)
  })

  it('gives the reason why it does not accept a piece, which goes back', () => {
    carrying.take('white')
    carrying.move({ x: 10, y: 0 }, { x: 120, y: 20 })
    carrying.drop()
    expect([questions, selection.touched]).toEqual([['closed'], []])
    carrying.take('white')
    carrying.move({ x: 10, y: 0 }, { x: 70, y: 20 })
    carrying.drop()
    expect([questions, selection.touched]).toEqual([['closed'], []])
  })

  it('does not accept pieces that no choice puts there', () => {
    expect(carrying.take('far')).toBe(false)
    expect(carrying.take('top')).toBe(false)
    expect(selection.touched).toEqual([])
  })

  it('keeps a piece selected that was held and dropped in its own place', () => {
    carrying.take('white')
    carrying.putBack(true)
    expect(selection.touched).toEqual(['white'])
    carrying.take('white')
    carrying.putBack(false)
    expect(selection.touched).toEqual(['white'])
  })
})
