// Moments of the reader's day, in seconds since 1970.

const EVENING = 20

function todayAt(hour: number, now: Date): Date {
  const found = new Date(now)
  found.setHours(hour, 0, 0, 0)
  return found
}

/** When the reader's day ends: an unanswered invitation ends with it. */
export function dayEnds(now = new Date()): number {
  return todayAt(24, now).getTime() / 1000
}

/** Eight in the evening. */
export function tonight(now = new Date()): number {
  return todayAt(EVENING, now).getTime() / 1000
}

/** Whether it is too late to say "tonight at eight". */
export function isEvening(now = new Date()): boolean {
  return now.getTime() / 1000 > tonight(now) - 1800
}
