// Times of day in time zones: the reader's, and the one that a creator has chosen.

import { t } from '../../i18n'

/** The reader's time zone: "Europe/Berlin". */
export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The names of all time zones, the reader's first. */
export function allZones(): string[] {
  const own = ownZone()
  const known = Intl.supportedValuesOf?.('timeZone') ?? []
  return [own, ...[...known, 'UTC'].filter((zone) => zone !== own)]
}

/** The place that a time zone is named after: "New York". */
export const cityOf = (zone: string): string =>
  (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')

/** How far the clocks of a time zone are ahead of UTC at a moment, in seconds. */
function aheadAt(zone: string, at: number): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(new Date(at * 1000))
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value)
  const shown = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  )
  return shown / 1000 - Math.floor(at)
}

/**
 * The moment at which the clocks of a time zone show a date and time ("2026-12-04T20:00"), in seconds since 1970. A time
 * that is left out when the clocks change is moved by as much as they are.
 */
export function momentIn(zone: string, local: string): number {
  const asUtc = Date.parse(`${local}Z`) / 1000
  const guess = asUtc - aheadAt(zone, asUtc)
  return asUtc - aheadAt(zone, guess)
}

/** The date and time that the clocks of a time zone show at a moment: "2026-12-04T20:00". */
export const localIn = (zone: string, at: number): string =>
  new Date((at + aheadAt(zone, at)) * 1000).toISOString().slice(0, 16)

/** A moment in the reader's time and, if its clocks differ, in another zone: "Fri, 4 Dec, 20:00 …; 19:00 in London". */
export function whenInBoth(at: number, zone = '', own = ownZone()): string {
  const inZone = (timeZone: string, more: Intl.DateTimeFormatOptions) =>
    new Date(at * 1000).toLocaleString([], {
      hour: 'numeric',
      minute: '2-digit',
      timeZone,
      ...more,
    })
  const day = { weekday: 'short', day: 'numeric', month: 'short' } as const
  const mine = inZone(own, { ...day, timeZoneName: 'short' })
  if (!zone || aheadAt(zone, at) === aheadAt(own, at)) return t('tour-when-own', { mine })
  const sameDay = localIn(zone, at).slice(0, 10) === localIn(own, at).slice(0, 10)
  const there = inZone(zone, sameDay ? {} : { weekday: 'short' })
  return t('tour-when-both', { mine, there, city: cityOf(zone) })
}
