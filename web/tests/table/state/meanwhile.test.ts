import { beforeEach, expect, it } from 'vitest'
import type { Listener, Proof } from '../../../src/net/socket'
import { lessonFor, Meanwhile, tableFor, waitIn } from '../../../src/table/state/meanwhile.svelte'
import { FakeStorage } from '../../support/browser'
import { onScreen } from '../../support/reactive.svelte'
import { PEOPLE, update, viewOf } from '../../support/table'

let listener: Listener
let proof: () => Proof
let closed: boolean
let called: number

function wait(): Meanwhile {
  closed = false
  called = 0
  return new Meanwhile(
    'game',
    (prove, heard) => {
      proof = prove
      listener = heard
      return {
        send: () => true,
        restart: () => undefined,
        hurry: () => undefined,
        close: () => void (closed = true),
      }
    },
    () => 'our secret',
    () => called++,
  )
}

let kept: Storage
beforeEach(() => (kept = new FakeStorage() as unknown as Storage))

it('finds the lesson of a table and the table of a lesson', () => {
  waitIn('lesson', 'game', kept)
  waitIn('another lesson', 'another game', kept)
  expect(lessonFor('game', kept)).toBe('lesson')
  expect(tableFor('lesson', kept)).toBe('game')
  expect([lessonFor('lesson', kept), tableFor('game', kept)]).toEqual(['', ''])
})

it('ignores data that it cannot read', () => {
  kept.setItem('cogtable-meanwhile', '{half')
  expect(lessonFor('game', kept)).toBe('')
})

it('sits at the table meanwhile, and notifies once when the game begins', () => {
  const meanwhile = wait()
  const screen = onScreen(() => [meanwhile.began, meanwhile.ours])
  expect(proof()).toEqual({ secret: 'our secret' })
  listener.message(update(viewOf(0, { waiting: [0] }), {}, { started: false }))
  expect([screen.now, called]).toEqual([[false, false], 0])
  listener.message({ type: 'occupants', now: { occupants: PEOPLE } })
  expect([screen.now, called]).toEqual([[true, true], 1])
  listener.message(update(viewOf(1)))
  expect([screen.now, called]).toEqual([[true, false], 1])
})

it('reports our turn if it is that of any seat at this device', () => {
  const meanwhile = wait()
  listener.message(update(viewOf(1, { seat: -1, waiting: [2] }), { yours: [0, 2] }))
  expect(meanwhile.ours).toBe(true)
})

it('stops when there is nothing to wait for', () => {
  for (const last of [
    { type: 'error', code: 'unknown-table', words: '' } as const,
    update(viewOf(9, { over: true })),
  ]) {
    const meanwhile = wait()
    listener.message(update(viewOf(1)))
    listener.message(last)
    expect([meanwhile.began, closed]).toEqual([false, true])
  }
})
