import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { commandOf } from '../../../src/pages/table/shortcuts'
import { stubBrowser } from '../../support/browser'

const struck = (key: string, more: object = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
})

beforeEach(() => void stubBrowser())
afterEach(() => void vi.unstubAllGlobals())

it('has single-character keys for frequent actions', () => {
  const found = [...'mlcrhuais?'].map((key) => commandOf(struck(key), true))
  expect(found).toEqual([
    'moves',
    'log',
    'chat',
    'rules',
    'hint',
    'undo',
    'analysis',
    'about',
    'skip',
    'help',
  ])
})

it('leaves unknown keys, and those with a modifier, to the browser', () => {
  expect(commandOf(struck('x'), true)).toBe(null)
  expect(commandOf(struck('toString'), true)).toBe(null)
  for (const modifier of ['ctrlKey', 'metaKey', 'altKey'])
    expect(commandOf(struck('r', { [modifier]: true }), true)).toBe(null)
})

it('has no single-character keys if they are switched off, but still undo', () => {
  expect([...'mlcrhua?'].map((key) => commandOf(struck(key), false))).toEqual(Array(8).fill(null))
  expect(commandOf(struck('Escape'), false)).toBe('clear')
})

it('remembers that they are switched off', async () => {
  const fresh = async () => {
    vi.resetModules()
    return import('../../../src/browser/prefs.svelte')
  }
  const first = await fresh()
  expect(first.prefs.shortcuts).toBe(true)
  first.setPref('shortcuts', false)
  expect((await fresh()).prefs.shortcuts).toBe(false)
})
