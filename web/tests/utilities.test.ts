import { expect, it } from 'vitest'
import styles from '../src/app.css?raw'

const components = Object.values(
  import.meta.glob<string>('../src/**/*.svelte', { query: '?raw', import: 'default', eager: true }),
)
const [, after = ''] = styles.split('/* Layout and type utilities')
const utilities = [...after.matchAll(/^\.([\w-]+) \{/gm)].map(([, name]) => name!)

/** Returns whether a component's markup has a class. */
const has = (name: string) => {
  const found = new RegExp(`class="[^"]*(?<![\\w-])${name}(?![\\w-])`)
  return components.some((text) => found.test(text))
}

it('has no utility class that no component uses', () => {
  expect(utilities.length).toBeGreaterThan(15)
  expect(utilities.filter((name) => !has(name))).toEqual([])
})

it('has no component style for a utility class, which would give it another meaning', () => {
  const named = new RegExp(`\\.(?:${utilities.join('|')})(?![\\w-])`)
  const own = components.map((text) => text.split('<style>')[1] ?? '')
  expect(own.filter((text) => named.test(text))).toEqual([])
})
