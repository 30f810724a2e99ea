import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { longPress, HOLD } from '../../../src/table/gestures/longPress'
import { Target } from '../../support/target'

const card = { closest: () => card }
const ground = { closest: () => null }
let node: Target
let page: Target
let told: number
let carries: boolean
let remove: () => void

beforeEach(() => {
  vi.useFakeTimers()
  page = new Target()
  vi.stubGlobal('window', page)
  node = new Target()
  told = 0
  carries = false
  remove = longPress(
    '.piece',
    () => told++,
    () => carries,
  )(node as unknown as HTMLElement)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const at = (clientX: number, pointerType = 'touch', target: object = card) => ({
  target,
  isPrimary: true,
  pointerType,
  clientX,
  clientY: 100,
})
const menu = (target: object = card, prevented = false) => {
  const event = { target, defaultPrevented: prevented, preventDefault: vi.fn() }
  node.tell('contextmenu', event)
  return event.preventDefault.mock.calls.length > 0
}
/** Returns whether a click now would reach the page. */
const clicks = () => {
  const event = { stopPropagation: vi.fn(), preventDefault: vi.fn() }
  page.tell('click', event)
  return event.stopPropagation.mock.calls.length === 0
}

describe('a finger', () => {
  it('that rests on a piece asks about it, and lifting it does not count as a touch', () => {
    node.tell('pointerdown', at(100))
    vi.advanceTimersByTime(HOLD - 1)
    expect(told).toBe(0)
    vi.advanceTimersByTime(1)
    expect(told).toBe(1)
    page.tell('pointerup', at(100))
    expect(clicks()).toBe(false)
    vi.advanceTimersByTime(60)
    expect(clicks()).toBe(true)
  })

  it('that moves on or is lifted soon does not ask', () => {
    node.tell('pointerdown', at(100))
    node.tell('pointermove', at(120))
    vi.advanceTimersByTime(HOLD)
    node.tell('pointerdown', at(100))
    node.tell('pointermove', at(103))
    node.tell('pointerup', at(103))
    vi.advanceTimersByTime(HOLD)
    expect([told, clicks()]).toEqual([0, true])
  })

  it("has its own timer: a browser's context menu meanwhile neither asks nor appears", () => {
    node.tell('pointerdown', at(100))
    expect(menu()).toBe(true)
    expect(told).toBe(0)
    vi.advanceTimersByTime(HOLD)
    expect(told).toBe(1)
  })
})

it('does not ask with a finger that drags a piece', () => {
  node.tell('pointerdown', at(100))
  carries = true
  vi.advanceTimersByTime(HOLD)
  expect(told).toBe(0)
})

describe('a mouse or the menu key', () => {
  it('asks about a piece at once, and opens no menu', () => {
    expect(menu()).toBe(true)
    expect(told).toBe(1)
  })

  it("opens the browser's menu outside pieces", () => {
    expect(menu(ground)).toBe(false)
    expect(told).toBe(0)
  })

  it('does not ask while a piece is dragged', () => {
    menu(card, true)
    node.tell('pointerdown', at(100, 'mouse'))
    vi.advanceTimersByTime(HOLD)
    expect(told).toBe(0)
  })
})

it('stops when its element is removed', () => {
  node.tell('pointerdown', at(100))
  remove()
  vi.advanceTimersByTime(HOLD)
  menu()
  expect(told).toBe(0)
})
