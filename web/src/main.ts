import { mount } from 'svelte'
import App from './App.svelte'
import './app.css'
import { leaveComposing } from './lib/keys'
import { tryStorage } from './lib/storage.svelte'
import { applyTheme } from './lib/prefs.svelte'
import { keepOfflinePage } from './offline/register'
import { speak } from './words/words'

leaveComposing()
tryStorage()
applyTheme()
await speak(document.documentElement.lang)
const target = document.getElementById('app')!
target.replaceChildren()
mount(App, { target })
keepOfflinePage()
