// The reader's account on this server, and its passkeys.

import {
  browserSupportsWebAuthn,
  sendSignal,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser'
import { api, Refusal, wordsOf } from '../../net/api'
import { obstacleAt } from './passkeyObstacle'
import { dropSecret, prefs, secrets, setPref } from '../../browser/prefs.svelte'
import type { Account, PasskeyOptions, SetNight } from '../../types'
import { t } from '../../i18n'

type Creation = Parameters<typeof startRegistration>[0]['optionsJSON']
type Request = Parameters<typeof startAuthentication>[0]['optionsJSON']

export class Me {
  /** Our account, without a name for guests; null until the server has answered. */
  account = $state.raw<Account | null>(null)
  /** The number of games that only this browser knows to be ours. */
  held = $state(0)
  /** Whether these games are moved to the account when we sign in. */
  take = $state(true)
  /** The recovery code that is shown now, once. */
  code = $state('')
  trouble = $state('')
  busy = $state(false)
  readonly obstacle = obstacleAt(location.hostname, isSecureContext, browserSupportsWebAuthn())

  load(): Promise<void> {
    return this.attempt(() => this.read())
  }

  signUp(name: string): Promise<void> {
    return this.attempt(async () => {
      const credential = await made(await api.signUp({ name }))
      const { code } = await api.signedUp({ credential })
      await this.admitted()
      this.code = code
    })
  }

  signIn(): Promise<void> {
    return this.attempt(async () => {
      const credential = await startAuthentication({
        optionsJSON: (await api.signIn()).options as unknown as Request,
      })
      try {
        await api.signedIn({ credential: { ...credential } })
      } catch (error) {
        if (error instanceof Refusal && error.status === 404) await this.forget(credential.id)
        throw error
      }
      await this.admitted()
    })
  }

  recover(code: string): Promise<void> {
    return this.attempt(async () => {
      const following = await api.recover({ code })
      await this.admitted()
      this.code = following.code
    })
  }

  /** Moves the games of this browser to the account. */
  claim(): Promise<void> {
    return this.attempt(async () => {
      await this.claimHeld()
      await this.read()
    })
  }

  rename(name: string): Promise<void> {
    return this.attempt(async () => this.become(await api.rename({ name })))
  }

  addPasskey(): Promise<void> {
    return this.attempt(async () => {
      const credential = await made(await api.addPasskey())
      this.become(await api.addedPasskey({ credential }))
    })
  }

  removePasskey(id: string): Promise<void> {
    return this.attempt(async () => {
      this.become(await api.removePasskey({ id }))
      await this.forget(id)
    })
  }

  newCode(): Promise<void> {
    return this.attempt(async () => {
      this.code = (await api.newRecoveryCode()).code
    })
  }

  endSession(id: string): Promise<void> {
    return this.attempt(async () => this.become(await api.endSession({ id })))
  }

  signOut(): Promise<void> {
    return this.leave(() => api.signOut())
  }

  hide(hidden: boolean): Promise<void> {
    return this.attempt(async () => this.become(await api.hide(hidden)))
  }

  leaveOutName(unnamed: boolean): Promise<void> {
    return this.attempt(async () => this.become(await api.leaveOutName(unnamed)))
  }

  setNight(night: SetNight): Promise<void> {
    return this.attempt(async () => this.become(await api.setNight(night)))
  }

  /** Begins a vacation, or ends it with 0 days. */
  setVacation(days: number): Promise<void> {
    return this.attempt(async () => this.become(await api.setVacation(days)))
  }

  /** Deletes the account, with a passkey or, if given, with the recovery code. */
  delete(code = ''): Promise<void> {
    return this.leave(async () => {
      const known = this.account?.passkeys ?? []
      await api.deletedAccount(code ? { code } : { credential: await this.signedDeletion() })
      for (const { id } of known) await this.forget(id)
    })
  }

  private async signedDeletion(): Promise<Record<string, unknown>> {
    const { options } = await api.deleteAccount()
    return { ...(await startAuthentication({ optionsJSON: options as unknown as Request })) }
  }

  private leave(how: () => Promise<unknown>): Promise<void> {
    return this.attempt(async () => {
      await how()
      this.code = ''
      await this.read()
    })
  }

  /** We have just signed in. */
  private async admitted(): Promise<void> {
    setPref('account', true)
    if (this.take) await this.claimHeld()
    await this.read()
  }

  private async claimHeld(): Promise<void> {
    const held = secrets()
    if (!Object.keys(held).length) return
    for (const table of await api.claim(held)) dropSecret(table)
  }

  private async read(): Promise<void> {
    const found = await api.account()
    const held = secrets()
    try {
      const tables = Object.keys(held).length ? await api.mine(held) : []
      this.held = tables.filter(({ table }) => held[table]).length
    } catch {
      // The account can be shown without the number of the browser's games.
    }
    this.become(found)
  }

  private become(account: Account): void {
    this.account = account
    setPref('account', !!account.name)
    if (account.name && account.name !== prefs.name) setPref('name', account.name)
  }

  /** Tells the person's password manager to forget a passkey that the server no longer knows. */
  private async forget(id: string): Promise<void> {
    try {
      await sendSignal({
        signalName: 'unknownCredential',
        rpID: location.hostname,
        credentialID: id,
      })
    } catch {
      // Not every browser supports this.
    }
  }

  private async attempt(what: () => Promise<void>): Promise<void> {
    if (this.busy) return
    this.busy = true
    this.trouble = ''
    try {
      await what()
    } catch (error) {
      this.trouble = explained(error)
    } finally {
      this.busy = false
    }
  }
}

async function made({ options }: PasskeyOptions): Promise<Record<string, unknown>> {
  return { ...(await startRegistration({ optionsJSON: options as unknown as Creation })) }
}

/** What went wrong, in helpful words. */
export function explained(error: unknown): string {
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return t('you-passkey-known')
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError') return t('you-passkey-none')
  if (error instanceof WebAuthnError) return t('you-passkey-failed', { why: error.message })
  return wordsOf(error)
}
