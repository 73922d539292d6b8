import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

const place = 'const build = null'

/** Tells the service worker (public/sw.js) which files this build is made of: what it keeps for when there is no network. */
export function listOfflineShell(): Plugin {
  return {
    name: 'troupe:offline-shell',
    apply: 'build',
    writeBundle(options, bundle) {
      const files = Object.keys(bundle)
        .filter((file) => /\.(?:js|css)$/.test(file))
        .map((file) => `/${file}`)
      const shell = bundle['index.html']
      const content = shell?.type === 'asset' ? String(shell.source) : ''
      const firstPaint = readFileSync(path.join(options.dir ?? '', 'first-paint.js'))
      const hash = createHash('sha256').update(content).update(firstPaint).update(files.join('\n'))
      const version = hash.digest('hex').slice(0, 16)
      const file = path.join(options.dir ?? '', 'sw.js')
      const worker = readFileSync(file, 'utf8')
      if (!worker.includes(place)) throw new Error(`public/sw.js has no line "${place}" to fill`)
      writeFileSync(file, worker.replace(place, `const build = ${JSON.stringify({ version, files })}`))
    },
  }
}
