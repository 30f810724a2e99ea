// The words of a sentence that have changed.

interface Span {
  words: string
  kind: 'same' | 'old' | 'new'
}

/** The words of two sentences in one list: removed words before added ones. */
export function wordDiff(before: string, after: string): Span[] {
  const [old, now] = [before.split(' ').filter(Boolean), after.split(' ').filter(Boolean)]
  // The length of the longest common subsequence of words, from each place on.
  const common = Array.from({ length: old.length + 1 }, () => Array<number>(now.length + 1).fill(0))
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      common[i]![j] =
        old[i] === now[j]
          ? common[i + 1]![j + 1]! + 1
          : Math.max(common[i + 1]![j]!, common[i]![j + 1]!)
  const spans: Span[] = []
  const add = (kind: Span['kind'], word: string) => {
    const last = spans[spans.length - 1]
    if (last?.kind === kind) last.words += ` ${word}`
    else spans.push({ kind, words: word })
  }
  let [i, j] = [0, 0]
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      add('same', old[i]!)
      i++
      j++
    } else if (i < old.length && (j >= now.length || common[i + 1]![j]! >= common[i]![j + 1]!))
      add('old', old[i++]!)
    else add('new', now[j++]!)
  }
  return spans
}
