// Icons in text with explanations: a page or a sheet provides the legend of its game.

import { getContext, setContext } from 'svelte'
import type { LegendEntry } from '../../types'

type Explain = (icon: string) => LegendEntry | undefined

const KEY = Symbol('explain')

/** Explains the icons in all child components; `null` disables that. */
export function explaining(explain: Explain | null): void {
  setContext(KEY, explain)
}

export function explainer(): Explain | null {
  return getContext<Explain | null | undefined>(KEY) ?? null
}
