import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** Below this the headers weigh more than what is saved. */
const smallest = 1024

/** Compresses what was built, once and well, so that the server need not do it for every guest. */
export function compressBuild(): Plugin {
  let folder = ''
  return {
    name: 'troupe:compress',
    apply: 'build',
    configResolved({ root, build }) {
      folder = path.resolve(root, build.outDir)
    },
    closeBundle() {
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(?:html|js|css|svg)$/.test(name)) continue
        const file = path.join(folder, name)
        const content = readFileSync(file)
        if (content.length < smallest) continue
        writeFileSync(`${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }))
        writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
      }
    },
  }
}
