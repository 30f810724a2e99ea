import { expect, it } from 'vitest'
import { parse, plain } from '../src/lib/words'
import type { Person } from '../src/lib/types'

const people: Person[] = [
  { seat: 0, kind: 'person', name: 'Ada' },
  { seat: 1, kind: 'bot', name: 'Bolt' },
]

it('reads icons, seats, rules and strong words', () => {
  expect(parse('[[seat:1]] took **2** [[gem/red/triangle|red]] [[token]] · [[rule:SP-R6]]')).toEqual([
    { kind: 'seat', seat: 1, strong: false },
    { kind: 'text', text: ' took ', strong: false },
    { kind: 'text', text: '2', strong: true },
    { kind: 'text', text: ' ', strong: false },
    { kind: 'icon', icon: 'gem/red/triangle', word: 'red', strong: false },
    { kind: 'text', text: ' ', strong: false },
    { kind: 'icon', icon: 'token', word: '', strong: false },
    { kind: 'text', text: ' · ', strong: false },
    { kind: 'rule', rule: 'SP-R6' },
  ])
})

it('leaves what is no markup alone', () => {
  expect(plain('a [b] ]] * c', people, 0)).toBe('a [b] ]] * c')
  expect(parse('')).toEqual([])
})

it('says names as the reader knows them', () => {
  expect(plain('[[seat:0]] and [[seat:1]] and [[seat:2]]', people, 0)).toBe('You and Bolt and Seat 3')
  expect(plain('[[seat:0]] [[gem/blue/square]]', people, -1)).toBe('Ada blue')
})
