// The page that the service worker shows when there is no connection.

import { mount } from 'svelte'
import '../app.css'
import { applyTheme } from '../lib/prefs.svelte'
import { speak } from '../words/words'
import Offline from './Offline.svelte'

applyTheme()
await speak(document.documentElement.lang)
mount(Offline, { target: document.getElementById('app')! })
