// A finished game in a link: its saved match, compressed, as letters that an address can have. So a link of a page
// without a server opens in any browser, because it brings the game along.

/** The most letters of a game in a link. Games of all five have 1,300 to 4,000; some programs cut off longer links. */
export const MOST_LETTERS = 16_000
/** The largest match that is unpacked, in bytes; a short link can stand for a very long text. */
export const MOST_BYTES = 1 << 20

/** The most seats that a game can have. */
const MOST_SEATS = 8

/** Why a game is not in a link: the link is damaged, or the game too long for one. */
export class BadLink extends Error {
  constructor(readonly why: 'damaged' | 'long') {
    super(`the game in the link is ${why}`)
  }
}

/** What a link brings along: the text of a saved match, and who had its seats. */
export interface SharedGame {
  match: string
  names: string[]
}

/** Returns a game as letters for a link. Rejects with BadLink if it is too long for one. */
export async function packed({ match, names }: SharedGame): Promise<string> {
  // Spaces and line breaks are for people who read the file.
  const text = JSON.stringify({ match: JSON.parse(match) as unknown, names })
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  const bytes = await bytesOf(stream)
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
  if (letters.length > MOST_LETTERS) throw new BadLink('long')
  return letters
}

/** Returns the game of a link; whether its match is one, the answer to opening it says. Rejects with BadLink. */
export async function unpacked(letters: string): Promise<SharedGame> {
  if (letters.length > MOST_LETTERS) throw new BadLink('long')
  try {
    const text = atob(letters.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0))
    const whole = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
    const words = new TextDecoder('utf-8', { fatal: true }).decode(await bytesOf(whole))
    const { match, names } = JSON.parse(words) as { match: unknown; names: unknown[] }
    if (!match || typeof match !== 'object') throw new Error('there is no match')
    return { match: JSON.stringify(match), names: names.slice(0, MOST_SEATS).map(String) }
  } catch (error) {
    throw error instanceof BadLink ? error : new BadLink('damaged')
  }
}

/** All bytes of a stream. Rejects if there are more than `MOST_BYTES`, without reading on. */
async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let size = 0
  const reader = stream.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.length
    if (size > MOST_BYTES) {
      await reader.cancel()
      throw new BadLink('long')
    }
    parts.push(value)
  }
  const all = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
