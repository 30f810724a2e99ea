import { expect, it } from 'vitest'
import { parse, plain, playerName } from '../../src/i18n/richText'
import type { Occupant } from '../../src/types'

const occupants: Occupant[] = [
  { seat: 0, kind: 'person', name: 'Ada' },
  { seat: 1, kind: 'bot', name: 'Bolt' },
]

it('parses icons, seats, rules and bold words', () => {
  expect(
    parse('[[seat:1]] took **2** [[gem/red/triangle|red]] [[token]] · [[rule:SP-R6]] [[key:Esc]]'),
  ).toEqual([
    { kind: 'seat', seat: 1, strong: false },
    { kind: 'text', text: ' took ', strong: false },
    { kind: 'text', text: '2', strong: true },
    { kind: 'text', text: ' ', strong: false },
    { kind: 'icon', icon: 'gem/red/triangle', word: 'red', strong: false },
    { kind: 'text', text: ' ', strong: false },
    { kind: 'icon', icon: 'token', word: '', strong: false },
    { kind: 'text', text: ' · ', strong: false },
    { kind: 'rule', rule: 'SP-R6' },
    { kind: 'text', text: ' ', strong: false },
    { kind: 'key', key: 'Esc' },
  ])
})

it('leaves text without markup unchanged', () => {
  expect(plain('a [b] ]] * c', occupants, 0)).toBe('a [b] ]] * c')
  expect(parse('')).toEqual([])
})

it("writes names from the reader's point of view", () => {
  expect(plain('[[seat:0]] and [[seat:1]] and [[seat:2]]', occupants, 0)).toBe(
    'You and Bolt and Seat 3',
  )
  expect(plain('[[seat:0]] [[gem/blue/square]]', occupants, -1)).toBe('Ada blue')
})

it('writes “you” inside a sentence, and “your” for the reader’s possessions', () => {
  const said = (words: string) => plain(words, occupants, 0)
  expect(said('[[seat:1]] took 2 from [[seat:0]]. [[seat:0]] passed · [[seat:0]]')).toBe(
    'Bolt took 2 from you. You passed · You',
  )
  expect(said('[[seat:0]]’s base; [[seat:1]]’s base and **[[seat:0]]’s**')).toBe(
    'Your base; Bolt’s base and your',
  )
  expect(plain('[[seat:0]]’s base', occupants, 1)).toBe('Ada’s base')
})

it('names the bot that plays for a person, and the person in past events', () => {
  const away: Occupant[] = [
    { seat: 0, kind: 'person', name: 'Ada', taken_over_by: 'Bolt' },
    occupants[1]!,
  ]
  expect(playerName(0, away, 1)).toBe('Bolt for Ada')
  expect(playerName(0, away, 0)).toBe('Bolt for you')
  expect(playerName(1, away, 0)).toBe('Bolt')
  expect(playerName(0, occupants, 0)).toBe('You')
  expect(plain('[[seat:0]] passed', away, 1)).toBe('Ada passed')
})
