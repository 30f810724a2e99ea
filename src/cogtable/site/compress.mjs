// Compresses files: `node compress.mjs ORDER`, a JSON file with pairs of paths: a file, and where to write it without
// the suffix. Writes each with Brotli (.br) and gzip (.gz).

import { readFileSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import zlib from 'node:zlib'

const { constants } = zlib
const [brotli, gzip] = [promisify(zlib.brotliCompress), promisify(zlib.gzip)] // they use all cores

async function compress([from, to]) {
  const bytes = readFileSync(from)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  writeFileSync(`${to}.br`, await brotli(bytes, { params }))
  writeFileSync(`${to}.gz`, await gzip(bytes, { level: 9 }))
}

await Promise.all(JSON.parse(readFileSync(process.argv[2], 'utf8')).map(compress))
