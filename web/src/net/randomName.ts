/** A random name, as of a move. Pages without TLS have no `randomUUID`. */
export const randomName = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('')
