import { mount } from 'svelte'
import App from './App.svelte'
import './app.css'
import { applyTheme } from './lib/prefs.svelte'
import { keepOfflinePage } from './offline/register'
import { speak } from './words/words'

applyTheme()
await speak(document.documentElement.lang)
mount(App, { target: document.getElementById('app')! })
keepOfflinePage()
