// The page that the service worker shows when there is no connection.

import { mount } from 'svelte'
import '../app.css'
import { applyTheme } from '../browser/prefs.svelte'
import { speak } from '../i18n'
import Offline from './Offline.svelte'

applyTheme()
await speak(document.documentElement.lang)
mount(Offline, { target: document.getElementById('app')! })
