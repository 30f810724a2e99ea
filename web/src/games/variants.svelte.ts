// Variants of games: their differences from the game's own box, fetched once each, and those uploaded here.

import { api } from '../net/api'
import type { Variant } from '../types'

const store = $state<{ known: Record<string, Variant>; brought: Record<string, Variant> }>({
  known: {},
  brought: {},
})
const asked = new Set<string>()

/** A variant with its differences, once they have come. */
export function variantOf(key: string): Variant | undefined {
  if (!store.known[key] && !asked.has(key)) {
    asked.add(key)
    api.box(key).then(
      (found) => (store.known[key] = found),
      () => asked.delete(key),
    )
  }
  return store.known[key]
}

/** The variant of a game that was uploaded in this tab. */
export function broughtFor(game: string): Variant | undefined {
  return store.brought[game]
}

export async function bring(game: string, file: File, name: string): Promise<Variant> {
  const found = await api.upload({ game, text: await file.text(), file: file.name, name })
  store.known[found.key] = found
  store.brought[game] = found
  return found
}
