import { expect, it } from 'vitest'
import {
  allZones,
  cityOf,
  localIn,
  momentIn,
  ownZone,
  whenInBoth,
} from '../../../src/pages/tournaments/zones'

const at = (utc: string) => Date.parse(utc) / 1000

it.each([
  ['Europe/London', '2026-12-04T20:00', '2026-12-04T20:00Z'],
  ['Europe/London', '2026-07-03T20:00', '2026-07-03T19:00Z'],
  ['America/New_York', '2026-12-04T20:00', '2026-12-05T01:00Z'],
  ['Asia/Kathmandu', '2026-12-04T20:00', '2026-12-04T14:15Z'],
  // The evening before and after the clocks change, on 25 October 2026.
  ['Europe/Berlin', '2026-10-24T20:00', '2026-10-24T18:00Z'],
  ['Europe/Berlin', '2026-10-25T20:00', '2026-10-25T19:00Z'],
  // 02:30 is left out on 28 March 2027.
  ['Europe/Berlin', '2027-03-28T02:30', '2027-03-28T01:30Z'],
])('reads a time on the clocks of %s: %s', (zone, local, utc) => {
  expect(momentIn(zone, local)).toBe(at(utc))
})

it('writes a moment as the clocks of a zone show it', () => {
  expect(localIn('America/New_York', at('2026-12-05T01:00Z'))).toBe('2026-12-04T20:00')
})

it('names the time of the reader and that of the creator', () => {
  const words = whenInBoth(at('2026-12-04T19:00Z'), 'Europe/London', 'Europe/Berlin')
  expect(words).toMatch(/^Fri.*4.*8:00 PM (GMT\+1|CET), your time; 7:00 PM in London$/)
})

it('names the day where it is another', () => {
  const words = whenInBoth(at('2026-12-05T01:00Z'), 'America/New_York', 'Europe/London')
  expect(words).toMatch(/Sat.*1:00 AM.*your time; Fri,? 8:00 PM in New York$/)
})

it('names one time if the clocks agree or the zone is unknown', () => {
  const moment = at('2026-12-04T19:00Z')
  for (const zone of ['Europe/Lisbon', ''])
    expect(whenInBoth(moment, zone, 'Europe/London')).toMatch(/7:00 PM (GMT|UTC), your time$/)
})

it('lists the zone of the reader first', () => {
  expect(allZones()[0]).toBe(ownZone())
  expect(allZones()).toContain('Asia/Tokyo')
  expect(new Set(allZones()).size).toBe(allZones().length)
  expect(cityOf('America/Argentina/Buenos_Aires')).toBe('Buenos Aires')
})
