import { beforeEach, describe, expect, it } from 'vitest'
import type { ChatNotes } from '../../../src/browser/prefs.svelte'
import { Chat } from '../../../src/table/state/chat.svelte'
import { Seating } from '../../../src/table/state/seating.svelte'
import type { ChatMessage, FromServer } from '../../../src/types'
import { onScreen } from '../../support/reactive.svelte'
import { PEOPLE, update, viewOf } from '../../support/table'

let chat: Chat
let seating: Seating
let me: number
let sent: object[]
let standing: boolean
let kept: ChatNotes

const BOT = { seat: 1, kind: 'bot' as const, name: 'Otto' }

beforeEach(() => {
  me = 0
  sent = []
  standing = true
  kept = { read: -1, muted: [] }
  seating = new Seating(() => me)
  seating.receive(update(viewOf(0)))
  chat = made()
})

function made(): Chat {
  const send = (message: object) => (standing ? sent.push(message) : -1)
  return new Chat({ send }, seating, { load: () => kept, save: (now) => (kept = now) })
}

function open(messages: ChatMessage[] = []): void {
  chat.receive({ type: 'chat', allowed: 'all', messages, reactions: [] })
}

const from = (number: number, seat: number, text = 'hi'): ChatMessage => ({
  number,
  seat,
  text,
  ply: 0,
  at: 0,
})
const said = (message: ChatMessage): FromServer => ({ type: 'said', message })

describe('the chat', () => {
  it('exists where people play, and not with bots only or if it is off', () => {
    const screen = onScreen(() => chat.available)
    expect(screen.now).toBe(false)
    open()
    expect(screen.now).toBe(true)
    seating.receive(update(viewOf(0), {}, { occupants: [PEOPLE[0]!, BOT] }))
    expect(screen.now).toBe(false)
  })

  it('is hidden for people at one device', () => {
    open()
    seating.receive(update(viewOf(0), { yours: [0, 1] }))
    expect(chat.available).toBe(false)
  })

  it('exists for a spectator who is not alone, and for all who can read earlier messages', () => {
    me = -1
    open()
    const screen = onScreen(() => chat.available)
    seating.receive({ type: 'occupants', now: { occupants: PEOPLE, watching: 1 } })
    expect(screen.now).toBe(false)
    seating.receive({ type: 'occupants', now: { occupants: PEOPLE, watching: 2 } })
    expect(screen.now).toBe(true)
    seating.receive({ type: 'occupants', now: { occupants: PEOPLE, watching: 1 } })
    open([from(0, -1)])
    expect(screen.now).toBe(true)
  })

  it('counts unread messages of others, also when the page is opened again', () => {
    open([from(0, 1)])
    const screen = onScreen(() => chat.unread)
    chat.receive(said(from(1, 1)))
    chat.receive(said(from(2, 0)))
    expect(screen.now).toBe(2)
    chat.readAll()
    expect(screen.now).toBe(0)
    chat = made()
    open([from(0, 1), from(1, 1), from(2, 0), from(3, 1)])
    expect(chat.unread).toBe(1)
  })

  it('hides messages of muted people permanently, in this browser only', () => {
    open([from(0, 1)])
    chat.mute('1', true)
    expect([chat.heard, chat.unread]).toEqual([[], 0])
    chat.receive(said(from(1, 1)))
    expect([chat.latest, chat.unread]).toEqual([null, 0])
    chat = made()
    expect(chat.muted).toEqual(['1'])
    chat.mute('1', false)
    open([from(0, 1)])
    expect(chat.heard).toHaveLength(1)
  })

  it('announces messages of others, but not our own', () => {
    open()
    chat.receive(said(from(0, 0)))
    expect(chat.latest).toBe(null)
    chat.receive(said({ number: 1, seat: 1, ready: 'well-played', ply: 0, at: 0 }))
    expect(chat.nameOf(chat.latest!)).toBe('Rivet')
    expect(chat.textOf(chat.latest!)).toBe('Well played')
    expect(chat.nameOf({ number: 2, name: 'Eve', ply: 0, at: 0 })).toBe('Eve, watching')
  })

  it('keeps a message being written until it is stored', () => {
    open()
    chat.draft = 'Good luck'
    chat.say({ text: chat.draft }, 'Ada')
    expect(sent).toEqual([{ type: 'say', text: 'Good luck' }])
    expect(chat.draft).toBe('Good luck')
    chat.receive({ type: 'accepted', id: 1, ply: 0 })
    expect(chat.draft).toBe('')
  })

  it('shows why a message was refused', () => {
    open()
    chat.draft = 'x'
    chat.say({ text: 'x' }, 'Ada')
    expect(chat.refuse(7, 'other')).toBe(false)
    expect(chat.refuse(1, 'too fast')).toBe(true)
    expect([chat.refusal, chat.draft]).toEqual(['too fast', 'x'])
    standing = false
    chat.say({ text: 'x' }, 'Ada')
    expect(chat.refusal).toBe('Not connected at the moment. Try again soon.')
    expect(chat.draft).toBe('x')
  })

  it('sends a name for spectators', () => {
    me = -1
    seating.receive(update(viewOf(0, { seat: -1 })))
    chat.say({ ready: 'sure' }, 'Eve')
    expect(sent).toEqual([{ type: 'say', ready: 'sure', name: 'Eve' }])
  })

  it('adds one reaction to a move; the same one again removes it', () => {
    open()
    chat.react(3, 'nice')
    chat.receive({ type: 'reacted', reaction: { ply: 3, seat: 0, word: 'nice' } })
    chat.receive({ type: 'reacted', reaction: { ply: 3, seat: 0, word: 'wow' } })
    expect(chat.reactions).toEqual([{ ply: 3, seat: 0, word: 'wow' }])
    chat.react(3, 'wow')
    expect(sent).toEqual([
      { type: 'react', ply: 3, word: 'nice' },
      { type: 'react', ply: 3, word: '' },
    ])
    chat.receive({ type: 'reacted', reaction: { ply: 3, seat: 0, word: '' } })
    expect(chat.reactions).toEqual([])
  })
})
