import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** Smaller files gain nothing: the content-encoding header costs more than compression saves. */
const minimumBytes = 1024

/** Compresses the built files once at a high level, so that the server does not compress on each request. */
export function compressBuild(): Plugin {
  let outDir = ''
  return {
    name: 'troupe:compress',
    apply: 'build',
    configResolved({ root, build }) {
      outDir = path.resolve(root, build.outDir)
    },
    closeBundle() {
      for (const name of readdirSync(outDir, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(?:html|js|css|svg)$/.test(name)) continue
        const file = path.join(outDir, name)
        const content = readFileSync(file)
        if (content.length < minimumBytes) continue
        writeFileSync(`${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
        writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
      }
    },
  }
}
