import decode from 'qr/decode.js'
import { expect, it } from 'vitest'
import { codeOf, QUIET } from '../../../src/ui/qrCode'
import { invitation, minutesSince } from '../../../src/pages/table/invitation'

const HERE = 'http://127.0.0.1:8000'

it('contains an address that others can open', () => {
  const network = { who: 'network' as const, address: 'http://192.168.1.24:8000' }
  expect(invitation('/t/x', HERE, network).link).toBe('http://192.168.1.24:8000/t/x')
  expect(invitation('/t/x', 'https://play.example.org', { who: 'anyone' })).toEqual({
    link: 'https://play.example.org/t/x',
    who: 'anyone',
    command: '',
  })
})

it('shows the command that lets others in', () => {
  const command = 'cogtable serve --host 0.0.0.0 --port 8000'
  expect(invitation('/t/x', HERE, { who: 'machine', command })).toEqual({
    link: `${HERE}/t/x`,
    who: 'machine',
    command,
  })
})

it('gives the time since the link was opened in whole minutes', () => {
  expect([0, 59_000, 61_000, 600_000].map((ms) => minutesSince(5, 5 + ms))).toEqual([0, 0, 1, 10])
  expect(minutesSince(10, 5)).toBe(0)
})

/** Draws a code as a camera sees it: dark modules of 4 pixels on paper. */
function photographed({ path, size }: { path: string; size: number }) {
  const side = size * 4
  const data = new Uint8ClampedArray(side * side * 4).fill(255)
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let dy = 0; dy < 4; dy++)
      for (let dx = 0; dx < 4; dx++)
        data.set([20, 24, 31, 255], ((Number(y) * 4 + dy) * side + Number(x) * 4 + dx) * 4)
  return { width: side, height: side, data }
}

it('draws a code that a camera reads as the link', () => {
  const link = 'http://192.168.1.24:8000/t/vkpwEvRtIL7Y'
  const code = codeOf(link)
  expect(decode(photographed(code))).toBe(link)
  const first = [...code.path.matchAll(/M(\d+) (\d+)/g)].map(([, x, y]) => [Number(x), Number(y)])
  expect(Math.min(...first.flat())).toBe(QUIET)
})
