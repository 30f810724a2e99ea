import { describe, expect, it } from 'vitest'

import { groups, linesOf, told } from '../../../src/table/state/log'

const line = (words: string, ply: number, more: object = {}) => ({
  words,
  ply,
  group: 'Round 1',
  ...more,
})

describe('the log', () => {
  it('has the newest lines last, under the headings of their groups', () => {
    const found = groups([line('a', 1), line('b', 2), line('c', 3, { group: 'Round 2' })])
    expect(found.map((group) => [group.name, group.entries.map((entry) => entry.words)])).toEqual([
      ['Round 1', ['a', 'b']],
      ['Round 2', ['c']],
    ])
  })

  it('merges several moves about one thing into one entry, in order', () => {
    const foreman = { block: '**Foreman** of Ada', seat: 0 }
    const found = groups([
      line('**Foreman** of Ada: discarded Owl', 1, foreman),
      line('Ben chose Research: drew 2 cards', 2, { block: 'Ben chose Research', seat: 1 }),
      line('**Foreman** of Ada: played Duck', 3, foreman),
    ])
    expect(found[0]!.entries).toEqual([
      { index: 1, words: 'Ben chose Research: drew 2 cards', seat: 1, ply: 2, icon: '' },
      {
        index: 2,
        words: '**Foreman** of Ada: discarded Owl, played Duck',
        seat: 0,
        ply: 3,
        icon: '',
      },
    ])
  })

  it('starts a new entry in another group', () => {
    const block = { block: 'X' }
    const found = groups([
      line('X: one', 1, block),
      line('X: two', 2, { ...block, group: 'Round 2' }),
    ])
    expect(found.map((group) => group.entries.map((entry) => entry.words))).toEqual([
      ['X: one'],
      ['X: two'],
    ])
  })
})

describe('the lines of one seat', () => {
  it('are those about it and those about no seat', () => {
    const lines = [line('a', 1, { seat: 0 }), line('b', 2, { seat: 1 }), line('c', 3)]
    expect(linesOf(lines, 1).map((each) => each.words)).toEqual(['b', 'c'])
  })
})

describe('the text about a piece', () => {
  const acts = (words: string, ply: number, more: object = {}) =>
    line(`Ada’s Owl: ${words}`, ply, { block: 'Ada’s Owl', piece: 'r1', ...more })

  it('is what its lines of the newest group say after their beginning', () => {
    expect([...told([acts('+1', 1), line('b', 2), acts('drew 2', 3)])]).toEqual([
      ['r1', '+1, drew 2'],
    ])
  })

  it('ends with the group', () => {
    expect(told([acts('+1', 1), line('b', 2, { group: 'Round 2' })]).size).toBe(0)
    expect(told([]).size).toBe(0)
  })
})
