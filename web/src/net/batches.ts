// Requests about all that this browser holds, in parts of a size that the server takes.

import { MAX_HELD } from '../types'

/** The server's answers about all `held` secrets, asked in batches, the newest first. */
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

/** Lists joined to one; what stands in several of them stands there once. */
export function joined<T>(lists: readonly T[][], key: (each: T) => string): T[] {
  return [...new Map(lists.flat().map((each) => [key(each), each])).values()]
}
