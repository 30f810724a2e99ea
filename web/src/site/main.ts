// The client as a page without a server.

import { mount } from 'svelte'
import '../app.css'
import { leaveComposing } from '../browser/keys'
import { applyLook } from '../browser/prefs.svelte'
import { tryStorage } from '../browser/storage.svelte'
import { useHost } from '../net/host'
import { speak } from '../i18n'
import { PageHost } from './host'
import { keepFiles, keepRest } from './keep'
import SiteApp from './SiteApp.svelte'
import { status } from './status.svelte'

const root = new URL('.', location.href).href
const { version = '' } = document.documentElement.dataset

leaveComposing()
tryStorage()
applyLook()
const host = new PageHost(
  root,
  version,
  (name) => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name }),
  undefined,
  keepRest,
)
useHost(host)
await speak(document.documentElement.lang)
const target = document.getElementById('app')!
target.replaceChildren()
mount(SiteApp, { target, props: { host, version } })
keepFiles(() => (status.newer = true))
