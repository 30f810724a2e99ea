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

describe('what remains', () => {
  it('is every choice that contains the selection, each piece as often', () => {
    expect(remaining(all, [])).toEqual(all)
    expect(remaining(all, ['w'])).toEqual([three, other, two])
    expect(remaining(all, ['w', 'w'])).toEqual([two])
    expect(remaining(all, ['b', 'b'])).toEqual([])
  })
  it('is complete when nothing more is needed', () => {
    expect(complete(all, ['w', 'w'])).toEqual([two])
    expect(complete(all, ['card'])).toEqual([buy])
    expect(complete(all, ['w'])).toEqual([])
  })
  it('tells which pieces go on', () => {
    expect(continuing(all, ['w'])).toEqual(new Set(['b', 'r', 'g', 'w']))
    expect(continuing(all, ['w', 'w'])).toEqual(new Set())
    expect(touchable(all)).toEqual(new Set(['w', 'b', 'r', 'g', 'card', 'gold']))
  })
  it('tells how many are needed where all agree', () => {
    expect(needed(all, ['b'])).toBe(3)
    expect(needed(all, ['w'])).toBe(null)
    expect(needed([], [])).toBe(null)
  })
})

describe('touching a piece', () => {
  it('confirms on the last one touched only, and gives an earlier one back', () => {
    expect(touch(all, ['w', 'b', 'r'], 'r')).toEqual({ kind: 'play', choice: three })
    expect(touch(all, ['w', 'b', 'r'], 'b')).toEqual({ kind: 'select', selection: ['w', 'r'] })
  })
  it('gives up as little as it can of what does not go with it', () => {
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
  it('takes a selected piece out otherwise, the last one first', () => {
    expect(touch(all, ['w', 'b'], 'w')).toEqual({ kind: 'select', selection: ['b'] })
    expect(touch([choice('x', 'a', 'a', 'b', 'c')], ['a', 'b', 'a'], 'a')).toEqual({
      kind: 'select',
      selection: ['a', 'b'],
    })
  })
  it('starts anew with a piece that does not go with the selection', () => {
    expect(touch(all, ['w', 'b'], 'card')).toEqual({ kind: 'select', selection: ['card'] })
  })
  it('asks why when no choice touches it', () => {
    expect(touch(all, ['w'], 'noble')).toEqual({ kind: 'why' })
    expect(touch([], [], 'w')).toEqual({ kind: 'why' })
  })
  it('plays at once only what is alone and complete', () => {
    expect(touch(all, ['w'], 'w', true)).toEqual({ kind: 'play', choice: two })
    expect(touch(all, [], 'card', true)).toEqual({ kind: 'select', selection: ['card'] })
    expect(touch([three], [], 'w', true)).toEqual({ kind: 'select', selection: ['w'] })
  })
})

it('puts the complete choice forward, else the only one left', () => {
  expect(foremost(all, [])).toBe(null)
  expect(foremost(all, ['card'])).toBe(buy)
  expect(foremost(all, ['r'])).toBe(three)
  expect(foremost(all, ['w', 'b'])).toBe(null)
})

it('puts forward and plays what a hint advises, also where another choice touches the same or nothing is touched', () => {
  const free = choice('buy, choosing what to pay', 'card')
  const pass = choice('pass')
  const more = [...all, free, pass]
  expect(foremost(more, ['card'])).toBe(buy)
  expect(foremost(more, ['card'], free.action)).toBe(free)
  expect(touch(more, ['card'], 'card', false, free.action)).toEqual({ kind: 'play', choice: free })
  expect(foremost(more, [], pass.action)).toBe(pass)
  expect(foremost(more, [], free.action)).toBe(null)
})

it('groups in the order of coming', () => {
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
  it('stands for the zone where only the zone leads on', () => {
    expect(aim([lay], ['a'], 'top', 'column')).toBe('column')
    expect(aim([lay], ['a', 'column'], 'top', 'column')).toBe('column')
  })
  it('stands for itself where it leads on, or was touched', () => {
    expect(aim([lay, onto], ['a'], 'top', 'column')).toBe('top')
    expect(aim([lay, move], [], 'top', 'column')).toBe('top')
    expect(aim([lay, move], ['top'], 'top', 'column')).toBe('top')
  })
  it('stands for itself where neither can be chosen, and says why', () => {
    expect(aim([buy], [], 'top', 'column')).toBe('top')
  })
})
