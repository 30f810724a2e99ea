// The small markup of texts: [[icon]], [[icon|word]], [[seat:n]], [[rule:ID]], [[key:Esc]] and **strong**.

import { t } from './index'
import type { Occupant } from '../types'

export type Token =
  | { kind: 'text'; text: string; strong: boolean }
  | { kind: 'icon'; icon: string; word: string; strong: boolean }
  | SeatToken
  | { kind: 'rule'; rule: string }
  | { kind: 'key'; key: string }

/** The grammatical role of a seat: `inside` a sentence, or `owns` for the possessive. */
export type SeatToken = { kind: 'seat'; seat: number; strong: boolean; inside?: true; owns?: true }

const MARK = /\*\*|\[\[([^\][|]+)(?:\|([^\][]*))?\]\]/g

/** The text before a seat inside a sentence: anything but the end of another sentence. */
const INSIDE = /[^\s.?!·]\s*$/

const cache = new Map<string, Token[]>()

export function parse(words: string): Token[] {
  const known = cache.get(words)
  if (known) return known
  const tokens: Token[] = []
  let strong = false
  let at = 0
  const text = (until: number) => {
    if (until > at) tokens.push({ kind: 'text', text: words.slice(at, until), strong })
  }
  for (const match of words.matchAll(MARK)) {
    text(match.index)
    at = match.index + match[0].length
    const name = match[1]
    if (name === undefined) strong = !strong
    else if (/^seat:\d+$/.test(name)) {
      const token: SeatToken = { kind: 'seat', seat: Number(name.slice(5)), strong }
      if (INSIDE.test(words.slice(0, match.index).replaceAll('**', ''))) token.inside = true
      if (words.startsWith('’s', at)) {
        token.owns = true
        at += 2
      }
      tokens.push(token)
    } else if (name.startsWith('rule:')) tokens.push({ kind: 'rule', rule: name.slice(5) })
    else if (name.startsWith('key:')) tokens.push({ kind: 'key', key: name.slice(4) })
    else tokens.push({ kind: 'icon', icon: name, word: match[2] ?? '', strong })
  }
  text(words.length)
  if (cache.size > 2000) cache.clear()
  cache.set(words, tokens)
  return tokens
}

/** The name of an icon without a word beside it. */
export function iconWord(icon: string): string {
  const [family = '', hue = ''] = icon.split('/')
  const picture = family === 'gem' || family === 'token' || family === 'cube' ? hue : family
  return t('picture', { picture, name: picture.replace('-', ' ') })
}

/** A seat's name for a reader in seat `me` (-1 for a spectator). */
export function seatName(seat: number, occupants: readonly Occupant[], me: number): string {
  if (seat === me) return t('you')
  const person = occupants.find((each) => each.seat === seat)
  return person?.name || t('seat-number', { n: seat + 1 })
}

/** A seat in a sentence: the reader is "You", "you" inside the sentence, "your" as an owner. */
export function seatWords(token: SeatToken, occupants: readonly Occupant[], me: number): string {
  const name = seatName(token.seat, occupants, me)
  if (token.seat !== me) return token.owns ? t('owner', { name }) : name
  if (token.owns) return token.inside ? t('your-inside') : t('your')
  return token.inside ? t('you-inside') : name
}

/** The player of a seat now: a bot can play for its person. */
export function playerName(seat: number, occupants: readonly Occupant[], me: number): string {
  const name = seatName(seat, occupants, me)
  const bot = occupants.find((each) => each.seat === seat)?.taken_over_by
  if (!bot) return name
  return seat === me ? t('bot-for-you', { bot }) : t('bot-for', { bot, name })
}

/** Text without markup, for screen readers and titles. */
export function plain(words: string, occupants: readonly Occupant[], me: number): string {
  return parse(words)
    .map((token) => {
      if (token.kind === 'text') return token.text
      if (token.kind === 'icon') return token.word || iconWord(token.icon)
      if (token.kind === 'seat') return seatWords(token, occupants, me)
      return token.kind === 'key' ? token.key : token.rule
    })
    .join('')
}
