import { mount } from 'svelte'
import App from './App.svelte'
import './app.css'
import { leaveComposing } from './browser/keys'
import { tryStorage } from './browser/storage.svelte'
import { applyLook } from './browser/prefs.svelte'
import { keepOfflinePage } from './offline/register'
import { speak } from './i18n'

leaveComposing()
tryStorage()
applyLook()
await speak(document.documentElement.lang)
const target = document.getElementById('app')!
target.replaceChildren()
mount(App, { target })
keepOfflinePage()
