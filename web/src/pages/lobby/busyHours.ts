// When most people come, from how many came in each hour of the day.

const HOURS = 24
/** The length of the time that is told, in hours. */
const LONG = 3
const HOUR_MS = 3_600_000

/** The three hours of the day in which most come, on the reader's clock; none if nothing is known. `hours` are in UTC. */
export function busyHours(
  hours: readonly number[],
  now: Date,
): { from: string; to: string } | null {
  if (hours.length !== HOURS || !hours.some((count) => count > 0)) return null
  const within = (first: number) =>
    Array.from({ length: LONG }, (_, n) => hours[(first + n) % HOURS]!).reduce((a, b) => a + b)
  const starts = hours.map((_, first) => within(first))
  const first = starts.indexOf(Math.max(...starts))
  const day = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  const words = (hour: number) => {
    const at = new Date(day + hour * HOUR_MS)
    return at.toLocaleTimeString([], {
      hour: 'numeric',
      ...(at.getMinutes() ? { minute: '2-digit' } : {}),
    })
  }
  return { from: words(first), to: words(first + LONG) }
}
