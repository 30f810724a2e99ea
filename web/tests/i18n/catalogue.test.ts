// The client's texts: each is in the catalogue, is used, and gets its fields; every language has the same ones.

import { FluentResource } from '@fluent/bundle'
import { compile, compileModule } from 'svelte/compiler'
import ts from 'typescript'
import { afterEach, expect, it } from 'vitest'
import { HUES } from '../../src/art/color'
import { SOLID } from '../../src/art/things'
import { duration, listed, percent, speak, PSEUDO, t } from '../../src/i18n'

const catalogues = import.meta.glob<FluentResource>('../../src/i18n/*.ftl', {
  import: 'default',
  eager: true,
})
const sources = import.meta.glob<string>(
  ['../../src/**/*.svelte', '../../src/**/*.ts', '!../../src/**/*.d.ts'],
  { query: '?raw', import: 'default', eager: true },
)

/** Returns the texts of a language by name. */
function messages(file: string): Map<string, { id: string; value: unknown }> {
  return new Map(catalogues[file]!.body.map((message) => [message.id, message]))
}

/** Returns the fields in a text, in all its forms. */
function fieldsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(fieldsOf)
  if (value === null || typeof value !== 'object') return []
  const { type, name } = value as { type?: string; name?: string }
  return [...(type === 'var' && name ? [name] : []), ...fieldsOf(Object.values(value))]
}

interface Call {
  file: string
  ids: string[]
  fields: string[]
  atOnce: boolean
}

/** Returns the texts that a component or module uses; the compiler leaves only its script. */
function callsOf(file: string, source: string): Call[] {
  const options = { filename: file, generate: 'client', dev: false } as const
  const script = file.endsWith('.svelte')
    ? compile(source, options).js.code
    : file.endsWith('.svelte.ts')
      ? compileModule(ts.transpile(source, { target: ts.ScriptTarget.ES2022 }), options).js.code
      : source
  const found: Call[] = []
  const look = (node: ts.Node, inside: boolean): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      const [id, given] = node.arguments
      const looksUp = ['t', 'listed', 'percent', 'duration'].includes(node.expression.text)
      if (looksUp && (node.expression.text === 't' || !inside))
        found.push({ file, ids: idsOf(id), fields: keysOf(given), atOnce: !inside })
    }
    const function_ = inside || ts.isFunctionLike(node)
    ts.forEachChild(node, (child) => look(child, function_))
  }
  look(ts.createSourceFile(file, script, ts.ScriptTarget.ES2022, true), false)
  return found
}

/** Returns the texts that a call uses: a literal name, or none if it is concatenated. */
function idsOf(node: ts.Node | undefined): string[] {
  if (node && ts.isStringLiteral(node)) return [node.text]
  return []
}

function keysOf(node: ts.Node | undefined): string[] {
  if (!node || !ts.isObjectLiteralExpression(node)) return []
  return node.properties.map((property) => property.name!.getText())
}

const sorted = (words: Iterable<string>): string[] => [...new Set(words)].sort()

const english = messages('../../src/i18n/en.ftl')
const calls = Object.entries(sources)
  .filter(([file]) => !file.endsWith('/i18n/index.ts'))
  .flatMap(([file, source]) => callsOf(file, source))
const own = callsOf('../../src/i18n/index.ts', sources['../../src/i18n/index.ts']!)

afterEach(() => speak('en'))

it('finds the texts of the whole client', () => {
  expect(calls.length).toBeGreaterThan(200)
})

it('names its texts in full, when they are shown', () => {
  expect(calls.filter(({ ids }) => ids.length === 0).map(({ file }) => file)).toEqual([])
  expect(calls.filter(({ atOnce }) => atOnce).map(({ file, ids }) => `${file}: ${ids}`)).toEqual([])
})

it('has all used texts in the catalogue, and no others', () => {
  const used = [...calls, ...own].flatMap(({ ids }) => ids)
  expect(sorted(used).filter((id) => !english.has(id))).toEqual([])
  expect([...english.keys()].filter((id) => !used.includes(id))).toEqual([])
})

it('gives texts the fields that they name', () => {
  const wrong = [...calls, ...own].flatMap(({ file, ids, fields }) =>
    ids
      .filter((id) => english.has(id))
      .map((id) => [file, id, sorted(fields), sorted(fieldsOf(english.get(id)!.value))] as const)
      .filter(([, , given, wanted]) => given.join() !== wanted.join()),
  )
  expect(wrong).toEqual([])
})

it('has a word for every thing and colour in sentences', () => {
  const [choice] = english.get('picture')!.value as [{ variants: { key: { value: string } }[] }]
  const said = choice.variants.map(({ key }) => key.value)
  const pictures = [...Object.keys(SOLID), ...Object.keys(HUES)]
  expect(pictures.filter((picture) => !said.includes(picture))).toEqual([])
})

/** Returns what a language has that English has not: texts, and fields of texts that both have. */
function unknownIn(language: FluentResource): string[] {
  return language.body.flatMap(({ id, value }) => {
    if (!english.has(id)) return [id]
    const known = fieldsOf(english.get(id)!.value)
    return fieldsOf(value)
      .filter((field) => !known.includes(field))
      .map((field) => `${id}: ${field}`)
  })
}

it('has only known texts and fields in the other languages', () => {
  const found = Object.entries(catalogues).map(([file, each]) => [file, unknownIn(each)])
  expect(found.filter(([, unknown]) => unknown!.length > 0)).toEqual([])
})

it('finds unknown texts and fields', () => {
  const [id, other] = [...english].filter(([, { value }]) => fieldsOf(value).includes('name'))
  const text = `${id![0]} = { $name } et { $autre }\nnowhere = rien\n${other![0]} = { $name }`
  expect(unknownIn(new FluentResource(text))).toEqual([`${id![0]}: autre`, 'nowhere'])
})

it('has no hard-coded texts', () => {
  expect(Object.entries(sources).flatMap(([file, source]) => plainWords(file, source))).toEqual([])
})

/** The names of the program and of keys are the same in all languages. */
const SAME = /^[^a-zA-Z]*(Cogtable)?[^a-zA-Z]*$/

/** The texts of a component's markup that do not come from the catalogue. */
function plainWords(file: string, source: string): string[] {
  if (!file.endsWith('.svelte')) return []
  const markup = source
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, '')
    .replace(/<!--[\s\S]*?-->/g, '')
  const told = /(?<![\w-])(?:title|aria-label|placeholder|alt|label)="([^"{]*[a-zA-Z][^"]*)"/g
  const texts = withoutExpressions(markup)
    .replace(/<[^>]*>/g, '\n')
    .split('\n')
  return [...texts, ...[...markup.matchAll(told)].map(([, words]) => words!)]
    .map((words) => words.trim().replaceAll('&nbsp;', ''))
    .filter((words) => !SAME.test(words))
    .map((words) => `${file}: ${words}`)
}

/** Returns markup without the parts in braces. */
function withoutExpressions(markup: string): string {
  let depth = 0
  return [...markup]
    .filter((sign) => {
      if (sign === '{') depth++
      if (sign === '}') depth--
      return depth === 0 && sign !== '}'
    })
    .join('')
}

it('formats counts, chances, times and lists of names', () => {
  expect([1, 3].map((n) => t('turn-waiting-friends', { n }))).toEqual([
    'Waiting for 1 friend',
    'Waiting for 3 friends',
  ])
  expect(percent(0.125)).toBe('13%')
  expect([15, 60, 90, 900].map(duration)).toEqual(['15 s', '1 min', '90 s', '15 min'])
  expect([[], ['Ada'], ['Ada', 'Ben'], ['Ada', 'Ben', 'Cleo']].map(listed)).toEqual([
    '',
    'Ada',
    'Ada and Ben',
    'Ada, Ben and Cleo',
  ])
})

it('shows translatable texts in strange letters', async () => {
  await speak(PSEUDO)
  expect(t('join')).toBe('Ĵōīń')
  expect(t('lobby-your-turn')).not.toMatch(/[a-z]/i)
  expect(t('choose-bot-plays', { bot: 'Bolt' })).toMatch(/^Bolt [^a-z]*\.$/i)
  expect(t('help-escape-key')).toBe('[[key:Esc]]')
})

it('uses English for an unknown language', async () => {
  await speak('xx')
  expect(t('join')).toBe('Join')
  expect(percent(0.5)).toBe('50%')
})
