// Identity: where passkeys can be used, and seats that are transferred to another address.

import { expect, it } from 'vitest'
import { obstacleAt } from '../../../src/pages/you/passkeyObstacle'
import { packed, unpacked } from '../../../src/pages/common/migrateGuest'

it.each([
  ['play.example.org', true, true, ''],
  ['localhost', true, true, ''],
  ['play.example.org', true, false, 'browser'],
  ['play.example.org', false, true, 'insecure'],
  ['192.168.1.24', false, true, 'insecure'],
  ['192.168.1.24', true, true, 'insecure'],
  ['[fe80::1]', true, true, 'insecure'],
  ['127.0.0.1', true, true, 'number'],
  ['[::1]', true, false, 'number'],
] as const)('at %s (secure: %s, supported: %s) finds "%s" in the way', (host, secure, has, is) => {
  expect(obstacleAt(host, secure, has)).toBe(is)
})

it('transfers a guest in a link', () => {
  const guest = { name: 'Ädа & Co#', seats: { 'a-b_c': 'se/cr+et', ü: '%23' } }
  expect(unpacked(packed(guest))).toEqual(guest)
})

it.each(['', '#', '#guest', '#guest=', '#guest=%', '#guest=null', '#other={"seats":{"a":"b"}}'])(
  'finds nobody in "%s"',
  (hash) => {
    expect(unpacked(hash)).toBeNull()
  },
)

it('drops invalid secrets, and names that are too long', () => {
  expect(unpacked('#guest={"seats":{"a":"b","c":7,"d":{}}}')).toEqual({
    name: '',
    seats: { a: 'b' },
  })
  expect(unpacked(packed({ name: 'x'.repeat(99), seats: {} }))?.name).toBe('x'.repeat(24))
})
