// A table to look at without a game server: `npm run build`, `npm run mock`, then open the printed
// address.

import { createServer } from 'node:http'
import { readFile } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { WebSocketServer } from 'ws'
import { update } from './gallery.mjs'

const ROOT = fileURLToPath(new URL('../../../src/cogtable/server/static', import.meta.url))
const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
}
const PORT = Number(process.argv[2] ?? 8000)

const answers = {
  '/api/games': {
    games: [
      {
        name: 'gallery',
        title: 'Gallery',
        tagline: 'Every part and face',
        minutes: 1,
        min_seats: 2,
        max_seats: 2,
        art: 'gems',
        options: [],
      },
    ],
    bots: [],
  },
  '/api/tables': [],
  '/api/mine': [],
}

const server = createServer(async (request, response) => {
  const path = normalize(new URL(request.url, 'http://x').pathname)
  if (answers[path])
    return response.setHeader('Content-Type', 'application/json').end(JSON.stringify(answers[path]))
  if (path.startsWith('/api/rules/'))
    return response
      .setHeader('Content-Type', 'text/html')
      .end('<h1>Gallery</h1><p id="XX-R17">XX-R17: it is a picture.</p>')
  const file = extname(path) ? path : '/index.html'
  try {
    response
      .setHeader('Content-Type', TYPES[extname(file)] ?? 'text/plain')
      .end(await readFile(join(ROOT, file)))
  } catch {
    response.writeHead(404).end()
  }
})

new WebSocketServer({ server }).on('connection', (socket) => {
  socket.on('message', (data) => {
    const message = JSON.parse(String(data))
    const answer = {
      hello: () => update,
      why: () => ({
        type: 'reason',
        id: message.id,
        piece: message.piece,
        words: 'This is a picture of [[seat:1]] · [[rule:XX-R17]]',
      }),
      ping: () => ({ type: 'pong' }),
      act: () => ({
        type: 'error',
        id: message.id,
        code: 'illegal',
        words: 'Nothing can be played in the gallery.',
      }),
    }[message.type]
    if (answer) socket.send(JSON.stringify(answer()))
  })
})
server.listen(PORT, '127.0.0.1', () => console.log(`http://127.0.0.1:${PORT}/t/gallery`))
