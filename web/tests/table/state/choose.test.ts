import { describe, expect, it } from 'vitest'
import {
  aim,
  complete,
  continuing,
  foremost,
  grouped,
  needed,
  remaining,
  touch,
  touchable,
} from '../../../src/table/state/choose'
import type { Choice } from '../../../src/types'

let action = 0
const choice = (text: string, ...pieces: string[]): Choice => ({
  action: action++,
  text,
  pieces,
  group: 'g',
})

const three = choice('take white, blue, red', 'w', 'b', 'r')
const other = choice('take white, blue, green', 'w', 'b', 'g')
const two = choice('take two white', 'w', 'w')
const buy = choice('buy', 'card')
const pay = choice('buy with gold', 'card', 'gold')
const all = [three, other, two, buy, pay]

describe('the remaining choices', () => {
  it('are those that contain the selection, each piece as often', () => {
    expect(remaining(all, [])).toEqual(all)
    expect(remaining(all, ['w'])).toEqual([three, other, two])
    expect(remaining(all, ['w', 'w'])).toEqual([two])
    expect(remaining(all, ['b', 'b'])).toEqual([])
  })
  it('are complete when nothing more is needed', () => {
    expect(complete(all, ['w', 'w'])).toEqual([two])
    expect(complete(all, ['card'])).toEqual([buy])
    expect(complete(all, ['w'])).toEqual([])
  })
  it('give the pieces that can be touched next', () => {
    expect(continuing(all, ['w'])).toEqual(new Set(['b', 'r', 'g', 'w']))
    expect(continuing(all, ['w', 'w'])).toEqual(new Set())
    expect(touchable(all)).toEqual(new Set(['w', 'b', 'r', 'g', 'card', 'gold']))
  })
  it('give the number of touches if it is the same for all', () => {
    expect(needed(all, ['b'])).toBe(3)
    expect(needed(all, ['w'])).toBe(null)
    expect(needed([], [])).toBe(null)
  })
})

describe('touching a piece', () => {
  it('confirms only on the last one touched, and deselects an earlier one', () => {
    expect(touch(all, ['w', 'b', 'r'], 'r')).toEqual({ kind: 'play', choice: three })
    expect(touch(all, ['w', 'b', 'r'], 'b')).toEqual({ kind: 'select', selection: ['w', 'r'] })
  })
  it('replaces as little as possible of a selection that does not fit', () => {
    expect(touch(all, ['w', 'b', 'r'], 'g')).toEqual({ kind: 'select', selection: ['w', 'b', 'g'] })
    expect(touch(all, ['w', 'w'], 'b')).toEqual({ kind: 'select', selection: ['w', 'b'] })
    expect(touch(all, ['w', 'b'], 'card')).toEqual({ kind: 'select', selection: ['card'] })
  })
  it('adds it while some choice needs one more', () => {
    expect(touch(all, ['w'], 'w')).toEqual({ kind: 'select', selection: ['w', 'w'] })
    expect(touch(all, ['w'], 'b')).toEqual({ kind: 'select', selection: ['w', 'b'] })
  })
  it('plays the complete choice when its piece is touched again', () => {
    expect(touch(all, ['w', 'w'], 'w')).toEqual({ kind: 'play', choice: two })
    expect(touch(all, ['card'], 'card')).toEqual({ kind: 'play', choice: buy })
  })
  it('otherwise deselects a selected piece, the last one first', () => {
    expect(touch(all, ['w', 'b'], 'w')).toEqual({ kind: 'select', selection: ['b'] })
    expect(touch([choice('x', 'a', 'a', 'b', 'c')], ['a', 'b', 'a'], 'a')).toEqual({
      kind: 'select',
      selection: ['a', 'b'],
    })
  })
  it('starts over with a piece that does not fit the selection', () => {
    expect(touch(all, ['w', 'b'], 'card')).toEqual({ kind: 'select', selection: ['card'] })
  })
  it('asks for the reason if no choice contains it', () => {
    expect(touch(all, ['w'], 'noble')).toEqual({ kind: 'why' })
    expect(touch([], [], 'w')).toEqual({ kind: 'why' })
  })
  it('plays at once only the single complete choice', () => {
    expect(touch(all, ['w'], 'w', true)).toEqual({ kind: 'play', choice: two })
    expect(touch(all, [], 'card', true)).toEqual({ kind: 'select', selection: ['card'] })
    expect(touch([three], [], 'w', true)).toEqual({ kind: 'select', selection: ['w'] })
  })
})

it('makes the complete choice the primary one, otherwise the only one left', () => {
  expect(foremost(all, [])).toBe(null)
  expect(foremost(all, ['card'])).toBe(buy)
  expect(foremost(all, ['r'])).toBe(three)
  expect(foremost(all, ['w', 'b'])).toBe(null)
})

it("makes a hint's choice the primary one and plays it, even if others have the same pieces or none", () => {
  const free = choice('buy, choosing what to pay', 'card')
  const pass = choice('pass')
  const more = [...all, free, pass]
  expect(foremost(more, ['card'])).toBe(buy)
  expect(foremost(more, ['card'], free.action)).toBe(free)
  expect(touch(more, ['card'], 'card', false, free.action)).toEqual({ kind: 'play', choice: free })
  expect(foremost(more, [], pass.action)).toBe(pass)
  expect(foremost(more, [], free.action)).toBe(null)
})

it('keeps groups in their original order', () => {
  const list = [
    { ...buy, group: 'b' },
    { ...two, group: 'a' },
    { ...pay, group: 'b' },
  ]
  expect(grouped(list).map((group) => [group.name, group.choices.length])).toEqual([
    ['b', 2],
    ['a', 1],
  ])
})

describe('a piece in a zone that can be touched', () => {
  const lay = choice('lay a to the column', 'a', 'column')
  const move = choice('move top', 'top', 'column')
  const onto = choice('lay a on the top', 'a', 'top')
  it('stands for the zone if only the zone leads to a choice', () => {
    expect(aim([lay], ['a'], 'top', 'column')).toBe('column')
    expect(aim([lay], ['a', 'column'], 'top', 'column')).toBe('column')
  })
  it('stands for itself if it leads to a choice, or was touched', () => {
    expect(aim([lay, onto], ['a'], 'top', 'column')).toBe('top')
    expect(aim([lay, move], [], 'top', 'column')).toBe('top')
    expect(aim([lay, move], ['top'], 'top', 'column')).toBe('top')
  })
  it('stands for itself if neither can be chosen, and gives the reason', () => {
    expect(aim([buy], [], 'top', 'column')).toBe('top')
  })
})
