// What `play.mjs` uses of the client.

export { GameModule } from '../../web/src/engine/module'
export { addGame, startPython } from '../../web/src/engine/python'
