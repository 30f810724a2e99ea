// A language for tests: English with strange letters (see `pseudo` in cogtable/engine/text/words.py).

const PLAIN = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const STRANGE = 'ÀƁĆĎĒƑĜĤĪĴĶĹḾŃŌƤǪŔŠŤŨṼŴẊÝŽàƀćďēƒĝĥīĵķĺḿńōƥǫŕšťũṽŵẋýž'
const KEPT = /(\[\[[^\][|]*(?:\||\]\]))/

/** Converts text to strange letters; the names of icons, keys, seats and rules are kept. */
export function strange(words: string): string {
  return words
    .split(KEPT)
    .map((part, i) =>
      i % 2 ? part : part.replace(/[A-Za-z]/g, (letter) => STRANGE[PLAIN.indexOf(letter)]!),
    )
    .join('')
}
