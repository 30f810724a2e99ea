// With a base path, no request goes to the root: every path passes through `pathTo`.

import { expect, test } from 'vitest'

const sources = import.meta.glob<string>('../src/**/*.{ts,svelte}', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** A path written as a literal: in an attribute, in a call, or as a function's return value. */
const PATH =
  /(?:(?:href|src|action)=\{?["'`]\/|\b(?:go|show|fetch|open|register)\(["'`]\/|=>\s*["'`]\/)/

test('paths of pages are made by pathTo', () => {
  const found = Object.entries(sources).flatMap(([file, text]) =>
    text
      .split('\n')
      .filter((line) => PATH.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(Object.keys(sources).length).toBeGreaterThan(100)
  expect(found).toEqual([])
})

test('such a path is found', () => {
  for (const line of ['<a href="/you">', 'href={`/rules/${game}`}', "go('/')", 'x => `/t/${id}`'])
    expect(PATH.test(line), line).toBe(true)
  for (const line of ["<a href={pathTo('/you')}>", 'href={tablePath(id)}', "import '/x'"])
    expect(PATH.test(line), line).toBe(false)
})
