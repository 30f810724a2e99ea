import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { api, Refusal } from '../../../src/net/api'
import { Bench, mistakeWords } from '../../../src/pages/lab/bench.svelte'
import { FakeStorage } from '../../support/browser'
import type { BoxEdit, LabAsk, LabBox, LabStart } from '../../../src/types'

/** The fake server's answer to a text: a card for each letter, whose cost is the letter's number. */
function box(text: string): LabBox {
  if (text.includes('!')) return { text, mistakes: [{ reason: 'is not TOML', line: 1 }] }
  return {
    text,
    words: text === 'abc' ? '' : 'differs',
    tables: [
      {
        table: 'cards',
        fields: [{ field: 'letter', kind: 'words' }],
        entries: [...text].map((letter) => ({
          title: letter,
          cells: [letter],
          ...(letter === '?' ? {} : { face: { kind: 'card' as const, title: letter } }),
        })),
      },
    ],
  }
}

const START: LabStart = {
  game: 'letters',
  title: 'Letters',
  box: box('abc'),
  original: 'abc',
  folder: '/boxes',
  seats: [2, 4],
  bots: ['greedy'],
  most: 1_000_000,
}

/** A page without a server, which cannot write files. */
const IN_A_PAGE: LabStart = { ...START, folder: '' }

const put = (entry: number, value: string): BoxEdit => ({ table: 'cards', entry, value })

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('sessionStorage', new FakeStorage())
  vi.spyOn(api, 'labBox').mockImplementation(async (_, { text, edits = [] }: LabAsk) => {
    const letters = [...text]
    for (const { entry = 0, value = '' } of edits) letters[entry] = value
    return box(letters.join(''))
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('makes changes as steps that can be undone and redone', async () => {
  const bench = new Bench(START)
  await bench.change([put(0, 'x'), put(1, 'y')])
  await bench.change([put(2, 'z')])
  expect([bench.text, bench.canUndo, bench.canRedo]).toEqual(['xyz', true, false])
  bench.undo()
  expect(bench.text).toBe('xyc')
  bench.undo()
  expect([bench.text, bench.canUndo]).toEqual(['abc', false])
  bench.redo()
  await bench.change([put(2, 'q')])
  expect([bench.text, bench.canRedo]).toEqual(['xyq', false])
})

it('shows text being typed before it is a step, and discards it', async () => {
  const bench = new Bench(START)
  bench.look([put(0, 'x')])
  expect(bench.box.text).toBe('abc')
  await vi.runAllTimersAsync()
  expect([bench.box.text, bench.text, bench.canUndo]).toEqual(['xbc', 'abc', false])
  bench.forget()
  expect(bench.box.text).toBe('abc')
})

it('asks once for text that was typed and then applied', async () => {
  const bench = new Bench(START)
  bench.look([put(0, 'x')])
  await vi.runAllTimersAsync()
  await bench.change([put(0, 'x')])
  expect(bench.text).toBe('xbc')
  expect(api.labBox).toHaveBeenCalledTimes(1)
})

it('never shows an answer to an outdated text', async () => {
  const bench = new Bench(START)
  let late = (value: LabBox): void => void value
  vi.mocked(api.labBox).mockImplementationOnce(() => new Promise((done) => (late = done)))
  bench.look([put(0, 'x')])
  await vi.advanceTimersByTimeAsync(500)
  bench.forget()
  late(box('xbc'))
  await vi.runAllTimersAsync()
  expect(bench.box.text).toBe('abc')
})

it('makes changes one after the other', async () => {
  const bench = new Bench(START)
  await Promise.all([bench.change([put(0, 'x')]), bench.change([put(1, 'y')])])
  expect(bench.text).toBe('xyc')
})

it('counts typed text as one step', async () => {
  const bench = new Bench(START)
  for (const text of ['abcd', 'abcde']) {
    bench.typing(text)
    await vi.runAllTimersAsync()
  }
  expect(bench.text).toBe('abcde')
  bench.undo()
  expect(bench.text).toBe('abc')
})

it('keeps the rows and cards of a text that cannot be parsed', async () => {
  const bench = new Bench(START)
  await bench.write('abc!')
  expect(bench.mistakes.map(mistakeWords)).toEqual(['line 1: is not TOML'])
  expect(bench.tables[0]!.entries).toHaveLength(3)
})

it('keeps the card of an entry that cannot be drawn', async () => {
  const wrong = box('abc')
  delete wrong.tables![0]!.entries[1]!.face
  vi.mocked(api.labBox).mockResolvedValueOnce({ ...wrong, text: 'a-c' })
  const bench = new Bench(START)
  await bench.change([put(1, '-')])
  expect(bench.tables[0]!.entries[1]!.face?.title).toBe('b')
})

it('shows why a change was refused, and stays unchanged', async () => {
  vi.mocked(api.labBox).mockRejectedValueOnce(new Refusal('expected an entry', 422))
  const bench = new Bench(START)
  await bench.change([put(9, 'x')])
  expect([bench.trouble, bench.text]).toEqual(['expected an entry', 'abc'])
})

it('is saved, reports when the file has changed, and replaces it when asked', async () => {
  const save = vi.spyOn(api, 'labSave')
  save.mockRejectedValueOnce(new Refusal('mine.toml already exists', 409))
  save.mockResolvedValueOnce({ file: 'mine.toml', digest: '1' })
  const bench = new Bench(START)
  await bench.change([put(0, 'x')])
  expect(await bench.save('mine.toml')).toBe(false)
  expect([bench.conflict, bench.isSaved]).toEqual(['mine.toml already exists', false])
  expect(await bench.save('mine.toml', true)).toBe(true)
  expect([bench.file, bench.isSaved]).toEqual(['mine.toml', true])
  bench.undo()
  expect(bench.isSaved).toBe(false)
})

it('continues where it was left, unless the file has changed', async () => {
  const bench = new Bench(START)
  await bench.change([put(0, 'x')])
  const again = new Bench(START)
  await vi.runAllTimersAsync()
  expect(again.text).toBe('xbc')
  const changed = new Bench({ ...START, digest: '2' })
  await vi.runAllTimersAsync()
  expect(changed.text).toBe('abc')
})

it('finds the mistakes of a cell, an entry and a number', () => {
  const mistakes = [
    { reason: 'too much', table: 'cards', entry: 1, field: 'cost' },
    { reason: 'the same', table: 'cards', entry: 1 },
    { reason: 'too few', field: 'hand' },
  ]
  const bench = new Bench({ ...START, box: { ...box('abc'), mistakes } })
  const reasons = (...at: [string, number, string?]) =>
    bench.mistakesAt(...at).map(({ reason }) => reason)
  expect(reasons('cards', 1, 'cost')).toEqual(['too much'])
  expect(reasons('cards', 1, '')).toEqual(['the same'])
  expect(reasons('cards', 0)).toEqual([])
  expect(reasons('', 0, 'hand')).toEqual(['too few'])
})

it('saves a box as a download in a page without a server, where this browser keeps the changes', async () => {
  vi.stubGlobal('localStorage', new FakeStorage())
  const save = vi.spyOn(api, 'labSave')
  const click = vi.fn()
  const link = { href: '', download: '', click }
  vi.stubGlobal('document', { createElement: () => link })
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  const bench = new Bench(IN_A_PAGE)
  expect(bench.downloads).toBe(true)
  await bench.change([put(0, 'x')])
  expect(await bench.save('mine.toml')).toBe(true)
  expect([link.download, bench.isSaved, bench.file]).toEqual(['mine.toml', true, 'mine.toml'])
  expect(click).toHaveBeenCalledOnce()
  expect(save).not.toHaveBeenCalled()

  const later = new Bench(IN_A_PAGE)
  await later.settled
  expect([later.text, later.file]).toEqual(['xbc', 'mine.toml'])
})

it('opens a file, which can be undone', async () => {
  const bench = new Bench(START)
  await bench.read(new File(['xyz'], 'theirs.toml'))
  expect([bench.text, bench.file, bench.canUndo]).toEqual(['xyz', 'theirs.toml', true])
  bench.undo()
  expect(bench.text).toBe('abc')
})
