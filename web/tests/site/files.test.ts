import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Files, Mixed, SITE_FILE, Unreachable } from '../../src/site/files'

const ROOT = 'https://here.example/games/'
const TEXT = 'rules'
const DIGEST = 'sha256-bGIdGgUTiniI032Saanaji4R5KztL2z9JLBasbnmG7A='

let folder: Map<string, string | number>
let asked: string[]
let cache: Map<string, Response>

const siteOf = (version: string): string =>
  JSON.stringify({ version, files: { 'python/a.zip': [TEXT.length, DIGEST] } })

beforeEach(() => {
  folder = new Map<string, string | number>([
    [SITE_FILE, siteOf('v1')],
    ['python/a.zip', TEXT],
  ])
  asked = []
  cache = new Map()
  vi.stubGlobal('fetch', async (url: string, { cache: how }: RequestInit) => {
    const path = url.slice(ROOT.length)
    asked.push(`${path} ${how}`)
    const found = folder.get(path)
    if (found === undefined) throw new TypeError('Failed to fetch')
    return typeof found === 'number' ? new Response('', { status: found }) : new Response(found)
  })
  vi.stubGlobal('caches', {
    open: async () => ({
      match: async (url: string) => cache.get(url)?.clone(),
      put: async (url: string, answer: Response) => void cache.set(url, answer),
    }),
  })
})
afterEach(() => void vi.unstubAllGlobals())

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

it('loads a file once, and then from the browser', async () => {
  const files = await Files.open(ROOT, 'v1')
  const heard: number[] = []
  expect(text(await files.load('python/a.zip', (bytes) => heard.push(bytes)))).toBe(TEXT)
  folder.clear()
  expect(text(await files.load('python/a.zip', (bytes) => heard.push(bytes)))).toBe(TEXT)
  expect(heard).toEqual([5, 5])
  expect(asked).toEqual([`${SITE_FILE} no-cache`, 'python/a.zip default'])
})

it('asks past the browser’s own cache for a file of an older version', async () => {
  const files = await Files.open(ROOT, 'v1')
  folder.set('python/a.zip', 'RULES')
  await expect(files.load('python/a.zip')).rejects.toThrow(Mixed)
  expect(asked.slice(1)).toEqual(['python/a.zip default', 'python/a.zip reload'])
  expect(cache.size).toBe(0)
})

it('keeps nothing that is cut off', async () => {
  const files = await Files.open(ROOT, 'v1')
  folder.set('python/a.zip', 'ru')
  await expect(files.load('python/a.zip')).rejects.toThrow(Mixed)
  expect(cache.size).toBe(0)
})

it.each([
  ['another version', () => folder.set(SITE_FILE, siteOf('v2')), Mixed],
  ['no version', () => folder.set(SITE_FILE, '<html>'), Mixed],
  ['no site.json', () => folder.set(SITE_FILE, 404), Mixed],
  ['a host that fails', () => folder.set(SITE_FILE, 503), Unreachable],
  ['no network', () => folder.clear(), Unreachable],
])('says what is wrong with a folder: %s', async (_, break_, error) => {
  break_()
  await expect(Files.open(ROOT, 'v1')).rejects.toThrow(error)
})

it('loads without storing where the browser stores nothing', async () => {
  vi.stubGlobal('caches', undefined)
  const files = await Files.open(ROOT, 'v1')
  expect(text(await files.load('python/a.zip'))).toBe(TEXT)
  await files.keepAll()
  expect(asked).toHaveLength(2)
})

it('keeps all files, those too that nobody has asked for', async () => {
  const files = await Files.open(ROOT, 'v1')
  expect(await files.areKept(['python/a.zip'])).toBe(false)
  await files.keepAll()
  await files.keepAll()
  expect(await files.areKept(['python/a.zip'])).toBe(true)
  expect([...cache.keys()]).toEqual([`${ROOT}python/a.zip`])
  expect(asked).toHaveLength(2)
})

it('knows only files of its version', async () => {
  const files = await Files.open(ROOT, 'v1')
  expect([files.has('python/a.zip'), files.has('python/b.zip')]).toEqual([true, false])
  expect(files.size(['python/a.zip'])).toBe(5)
  await expect(files.load('python/b.zip')).rejects.toThrow(Mixed)
})
