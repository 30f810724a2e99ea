import { expect, it } from 'vitest'
import { stubBrowser } from '../../support/browser'

stubBrowser()
const { Reading } = await import('../../../src/pages/common/reading.svelte')

/** A part of a page whose requests are answered by hand, in any order. */
function byHand() {
  const requests: { resolve: (found: string) => void; reject: (error: Error) => void }[] = []
  const part = new Reading(
    '',
    () => new Promise<string>((resolve, reject) => requests.push({ resolve, reject })),
  )
  return { part, requests }
}

it('shows each answer while no later request is answered', async () => {
  const { part, requests } = byHand()
  const [first, second] = [part.again(), part.again()]
  requests[0]!.resolve('any game')
  await first
  expect(part.value).toBe('any game')
  requests[1]!.resolve('Splendor')
  await second
  expect(part.value).toBe('Splendor')
})

it('leaves out the answer of a request that a later one has overtaken', async () => {
  const { part, requests } = byHand()
  const [first, second] = [part.again(), part.again()]
  requests[1]!.resolve('Splendor')
  await second
  requests[0]!.resolve('any game')
  await first
  expect(part.value).toBe('Splendor')
})

it('leaves out the failure of a request that a later one has overtaken', async () => {
  const { part, requests } = byHand()
  const [first, second] = [part.again(), part.again()]
  requests[1]!.resolve('Splendor')
  await second
  requests[0]!.reject(new Error('the connection broke'))
  await first
  expect([part.value, part.trouble]).toEqual(['Splendor', ''])
})
