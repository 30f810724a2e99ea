// Addresses on a server, below a path, and in a page without a server, whose addresses are in the fragment.

import { afterEach, expect, it, vi } from 'vitest'

/** The module as a page with these attributes loads it, at this address. */
async function at(dataset: Record<string, string>, href: string) {
  vi.resetModules()
  vi.stubGlobal('document', { documentElement: { dataset } })
  vi.stubGlobal('location', new URL(href))
  return import('../../src/net/base')
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

it('are below the path of a server', async () => {
  const base = await at({ base: '/club' }, 'https://here.example/club/rules/splendor#SP-R7')
  expect(base.IN_PAGE).toBe(false)
  expect(base.pathTo('/t/x')).toBe('/club/t/x')
  expect(base.fileAt('favicon.svg')).toBe('/club/favicon.svg')
  expect(base.pictureAt('/api/games/tiny/picture?1')).toBe('/club/api/games/tiny/picture?1')
  expect(base.currentPath()).toBe('/club/rules/splendor')
  expect(base.fragment()).toBe('SP-R7')
  expect(base.linkTo(base.pathTo('/t/x'))).toBe('https://here.example/club/t/x')
})

it('are in the fragment of a page without a server', async () => {
  const base = await at(
    { host: 'page', server: 'https://play.example' },
    'https://me.example/games/index.html#/rules/splendor#SP-R7',
  )
  expect(base.IN_PAGE).toBe(true)
  expect(base.SERVER).toBe('https://play.example')
  expect(base.pathTo('/t/x')).toBe('#/t/x')
  expect(base.fileAt('favicon.svg')).toBe('./favicon.svg')
  expect(base.pictureAt('/api/games/tiny/picture?1')).toBe('./python/tiny.picture.svg')
  expect(base.currentPath()).toBe('#/rules/splendor')
  expect(base.fragment()).toBe('SP-R7')
  expect(base.linkTo(base.pathTo('/t/x'))).toBe('https://me.example/games/index.html#/t/x')
})

it('begin at the lobby', async () => {
  const base = await at({ host: 'page' }, 'https://me.example/games/')
  expect(base.currentPath()).toBe('#/')
  expect(base.fragment()).toBe('')
})

it('have their query before the fragment, on a server and in a page', async () => {
  const server = await at({}, 'https://here.example/history/Ada?result=won#x')
  expect([server.currentPath(), server.currentQuery()]).toEqual(['/history/Ada', '?result=won'])
  const page = await at({ host: 'page' }, 'https://me.example/#/history?result=won&days=7#x')
  expect([page.currentPath(), page.currentQuery()]).toEqual(['#/history', '?result=won&days=7'])
  expect(page.fragment()).toBe('x')
  const plain = await at({ host: 'page' }, 'https://me.example/#/history#why?')
  expect([plain.currentPath(), plain.currentQuery()]).toEqual(['#/history', ''])
})
