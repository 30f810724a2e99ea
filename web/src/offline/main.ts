// The page that the service worker shows when there is no connection.

import { mount } from 'svelte'
import '../app.css'
import { applyLook } from '../browser/prefs.svelte'
import { speak } from '../i18n'
import Offline from './Offline.svelte'

applyLook()
await speak(document.documentElement.lang)
mount(Offline, { target: document.getElementById('app')! })
