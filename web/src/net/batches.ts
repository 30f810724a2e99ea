// Requests about all secrets that this browser holds, in parts of a size that the server accepts.

import { MAX_HELD } from '../types'

/** Asks the server about all `held` secrets in batches; returns its answers, the newest first. */
export async function inParts<T>(
  held: Record<string, string>,
  ask: (part: Record<string, string>) => Promise<T>,
): Promise<T[]> {
  const found: T[] = []
  const all = Object.entries(held).reverse()
  do found.push(await ask(Object.fromEntries(all.splice(0, MAX_HELD))))
  while (all.length)
  return found
}

/** Joins lists into one; repeated entries are included once. */
export function joined<T>(lists: readonly T[][], key: (each: T) => string): T[] {
  return [...new Map(lists.flat().map((each) => [key(each), each])).values()]
}
