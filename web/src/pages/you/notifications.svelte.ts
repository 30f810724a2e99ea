// Turn notifications in this browser and by email. The service worker shows the notifications; the server decides when.

import { api, Refusal, wordsOf } from '../../net/api'
import { prefs, secrets, setPref } from '../../browser/prefs.svelte'
import { workers } from '../../browser/serviceWorkers'
import { MAX_HELD, type Calls, type Subscribe } from '../../types'
import { t } from '../../i18n'

/** Why this browser cannot be notified: the page must use HTTPS, and the browser must support it. */
type PushObstacle = '' | 'insecure' | 'browser'

function pushObstacle(): PushObstacle {
  if (!isSecureContext) return 'insecure'
  return workers() && 'PushManager' in window && 'Notification' in window ? '' : 'browser'
}

async function subscription(): Promise<PushSubscription | null> {
  if (pushObstacle()) return null
  const registration = await workers()?.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

/**
 * The service worker, once it runs. Fails if it could not be loaded with the page, because then
 * `navigator.serviceWorker.ready` never resolves.
 */
export async function runningWorker(): Promise<ServiceWorkerRegistration> {
  const found = await workers()?.getRegistration()
  const next = found?.waiting ?? found?.installing
  if (next && !found?.active) await settled(next)
  if (!found?.active) throw new Error(t('calls-worker-failed'))
  return found
}

/** Waits until a service worker runs, or has failed. */
function settled(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve) => {
    const look = () => ['activated', 'redundant'].includes(worker.state) && resolve()
    worker.addEventListener('statechange', look)
    look()
  })
}

function keysOf(found: PushSubscription): Omit<Subscribe, 'secrets'> {
  const { endpoint, keys } = found.toJSON()
  return { endpoint: endpoint ?? '', p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' }
}

/** The secrets of the seats for which a guest is notified: all, or those of the newest games in progress. */
async function callable(): Promise<Record<string, string>> {
  const held = secrets()
  if (Object.keys(held).length <= MAX_HELD) return held
  const going = (await api.mine(held)).filter(({ over }) => !over).slice(0, MAX_HELD)
  return Object.fromEntries(going.map(({ table }) => [table, held[table] ?? '']))
}

async function tell(found: PushSubscription): Promise<void> {
  try {
    await api.subscribe({ ...keysOf(found), secrets: prefs.account ? {} : await callable() })
  } catch (error) {
    // A guest without a seat: the browser is registered with the first seat.
    if (!(error instanceof Refusal && error.status === 409)) throw error
  }
}

/** Subscribes this browser to notifications for our current seats. */
export async function renew(): Promise<void> {
  try {
    const found = await subscription()
    if (!found || Notification.permission !== 'granted') setPref('called', false)
    else await tell(found)
  } catch (error) {
    console.warn('The server does not know where to notify this browser:', error)
  }
}

/** Dismisses the notifications about the table that we look at. */
export async function putAway(table: string): Promise<void> {
  if (pushObstacle()) return
  const registration = await workers()?.getRegistration()
  for (const each of (await registration?.getNotifications({ tag: table })) ?? []) each.close()
}

/** The state that the account page shows and changes. */
export class Notifications {
  how = $state.raw<Calls | null>(null)
  busy = $state(false)
  trouble = $state('')
  obstacle = pushObstacle()
  /** Whether the person has forbidden notifications. */
  denied = $state(false)
  private before = Promise.resolve()

  load(): Promise<void> {
    return this.attempt(async () => {
      this.how = await api.calls()
      this.denied = !this.obstacle && Notification.permission === 'denied'
      if (prefs.called) await renew()
    })
  }

  turnOn(): Promise<void> {
    return this.attempt(async () => {
      const permission = await Notification.requestPermission()
      this.denied = permission === 'denied'
      if (permission !== 'granted' || !this.how) return
      const { pushManager } = await runningWorker()
      await (await pushManager.getSubscription())?.unsubscribe() // it can belong to another server
      const found = await pushManager
        .subscribe({ userVisibleOnly: true, applicationServerKey: this.how.push_key })
        .catch((error: unknown) => {
          throw new Error(t('calls-push-failed', { why: wordsOf(error) }))
        })
      await tell(found)
      setPref('called', true)
    })
  }

  turnOff(): Promise<void> {
    return this.attempt(async () => {
      const found = await subscription()
      if (found) await api.unsubscribe({ endpoint: found.endpoint })
      await found?.unsubscribe()
      setPref('called', false)
    })
  }

  setAddress(address: string): Promise<void> {
    return this.attempt(async () => {
      this.how = await api.setAddress({ address })
    })
  }

  removeAddress(): Promise<void> {
    return this.attempt(async () => {
      this.how = await api.removeAddress()
    })
  }

  /** One after the other, because a switch can be touched before the current settings are known. */
  private attempt(what: () => Promise<void>): Promise<void> {
    this.before = this.before.then(async () => {
      this.busy = true
      this.trouble = ''
      try {
        await what()
      } catch (error) {
        this.trouble = wordsOf(error)
      } finally {
        this.busy = false
      }
    })
    return this.before
  }
}
