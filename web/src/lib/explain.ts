// Where signs in the midst of words say what they mean: a page or a sheet provides its game's legend.

import { getContext, setContext } from 'svelte'
import type { Sign } from './types'

export type Explain = (icon: string) => Sign | undefined

const KEY = Symbol('explain')

/** What is drawn from here on explains its signs so; `null`: not at all. */
export function explaining(explain: Explain | null): void {
  setContext(KEY, explain)
}

export function explainer(): Explain | null {
  return getContext<Explain | null | undefined>(KEY) ?? null
}
