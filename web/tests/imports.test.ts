// Checks the imports of the client. Imports for types, and those on demand, count as well.

import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const sources = import.meta.glob<string>(['../src/**/*.{ts,svelte}', '!../src/**/*.d.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** The folders of the client, from the lowest layer up: a folder imports from itself and from those before it. */
const ROOMS = [
  'types',
  'i18n',
  'net',
  'engine',
  'browser',
  'art',
  'sound',
  'ui',
  'games',
  'people',
  'table',
  'pages',
]

/** The folders of `table`, in the same way. */
const IN_TABLE = [
  'layout',
  'state',
  'gestures',
  'text',
  'faces',
  'parts',
  'pieces',
  'ending',
  'scene',
  'rules',
  'dialogs',
]

const text = (file: string): string => sources[`../src/${file}`]!
const files = Object.keys(sources).map((path) => path.slice('../src/'.length))

/** Returns the import specifiers of a component or module. */
function specifiersIn(file: string, source: string): string[] {
  const script = file.endsWith('.svelte')
    ? [...source.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, code]) => code).join('\n')
    : source
  return ts.preProcessFile(script, true, true).importedFiles.map(({ fileName }) => fileName)
}

/** Returns our file that a specifier refers to; empty for packages, styles and texts. */
function fileAt(specifier: string, from: string): string {
  if (!specifier.startsWith('.') || /\.(css|ftl)$/.test(specifier)) return ''
  const path = new URL(specifier, `file:///${from}`).pathname.slice(1)
  const found = [path, `${path}.ts`, `${path}/index.ts`].find((each) => files.includes(each))
  if (!found) throw new Error(`${from} imports ${specifier}, which is no file`)
  return found
}

const imports = new Map(
  files.map((file) => [
    file,
    [...new Set(specifiersIn(file, text(file)).map((each) => fileAt(each, file)))].filter(Boolean),
  ]),
)
const pairs = [...imports].flatMap(([file, own]) => own.map((other) => [file, other] as const))

/** Returns the folder of a file; empty for entry points (`main.ts`, `offline/`, `pictures/`). */
const roomOf = (file: string): string => {
  const [first = ''] = file.split(/[/.]/)
  return ROOMS.includes(first) ? first : ''
}
const written = ([file, other]: readonly [string, string]): string => `${file} imports ${other}`

/** Returns the first cycle in a graph, as a list of files; null if there is none. */
function circleIn(graph: ReadonlyMap<string, readonly string[]>): string[] | null {
  const done = new Set<string>()
  const visit = (file: string, path: readonly string[]): string[] | null => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (done.has(file)) return null
    for (const other of graph.get(file) ?? []) {
      const found = visit(other, [...path, file])
      if (found) return found
    }
    done.add(file)
    return null
  }
  for (const file of graph.keys()) {
    const found = visit(file, [])
    if (found) return found
  }
  return null
}

it('has no files that import each other', () => {
  expect(circleIn(imports)).toBeNull()
})

describe('folders', () => {
  it('import only lower folders', () => {
    const upward = pairs.filter(([file, other]) => {
      const [from, to] = [roomOf(file), roomOf(other)]
      return from && (!to || ROOMS.indexOf(to) > ROOMS.indexOf(from))
    })
    expect(upward.map(written)).toEqual([])
  })

  it('of a table import only lower folders', () => {
    const level = (file: string) => IN_TABLE.indexOf(file.split('/')[1]!)
    const inside = pairs.filter((pair) => pair.every((file) => roomOf(file) === 'table'))
    expect(files.filter((file) => roomOf(file) === 'table' && level(file) < 0)).toEqual([])
    expect(inside.filter(([file, other]) => level(other) > level(file)).map(written)).toEqual([])
  })

  it('of one page import from no other page, except what pages share', () => {
    const pageOf = (file: string) => (/^pages\/\w+\//.test(file) ? file.split('/')[1]! : '')
    const crossing = pairs.filter(([file, other]) => {
      const [from, to] = [pageOf(file), pageOf(other)]
      return from && to && to !== from && to !== 'common'
    })
    expect(crossing.map(written)).toEqual([])
  })

  it('of state without components import no component', () => {
    const bare = /^(i18n|net|browser|sound|table\/(layout|state|gestures))\//
    const drawn = pairs.filter(([file, other]) => bare.test(file) && other.endsWith('.svelte'))
    expect(drawn.map(written)).toEqual([])
  })

  it('are all listed', () => {
    expect([...new Set(files.map(roomOf))].filter(Boolean).sort()).toEqual([...ROOMS].sort())
  })
})

describe('an import', () => {
  it('is found in every form', () => {
    const script = `
      import type { A } from './a'
      import './b'
      export { c } from './c'
      const d = () => import('./d.svelte')
      type E = typeof import('./e')`
    const names = ['./a', './b', './c', './d.svelte', './e']
    expect(specifiersIn('x.ts', script)).toEqual(names)
    expect(specifiersIn('x.svelte', `<script>${script}</script><p>import './f'</p>`)).toEqual(names)
  })

  it('that closes a cycle is found', () => {
    const graph = { a: ['b'], b: ['c', 'd'], c: [], d: ['b'] }
    expect(circleIn(new Map(Object.entries(graph)))).toEqual(['b', 'd', 'b'])
  })
})
