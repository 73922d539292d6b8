import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin, Rolldown } from 'vite'

const placeholder = 'const build = null'
/** The moderation dashboard is of no use offline, and most users never open it. */
const onlineOnly = /\/client\/moderation\/(?:dashboard|statistics\/charts)\.tsx$/

function isOnlineOnly(file: Rolldown.OutputAsset | Rolldown.OutputChunk): boolean {
  return file.type === 'chunk' && onlineOnly.test(file.facadeModuleId ?? '')
}

/** Writes the list of the build's scripts and styles into the service worker (public/sw.js), which caches them for offline use. */
export function offlineShellPlugin(): Plugin {
  return {
    name: 'troupe:offline-shell',
    apply: 'build',
    writeBundle(options, bundle) {
      const files = Object.values(bundle)
        .filter((file) => /\.(?:js|css)$/.test(file.fileName) && !isOnlineOnly(file))
        .map(({ fileName }) => `/${fileName}`)
      const indexHtml = bundle['index.html']
      const content = indexHtml?.type === 'asset' ? String(indexHtml.source) : ''
      const firstPaint = readFileSync(path.join(options.dir ?? '', 'first-paint.js'))
      const hash = createHash('sha256').update(content).update(firstPaint).update(files.join('\n'))
      const version = hash.digest('hex').slice(0, 16)
      const file = path.join(options.dir ?? '', 'sw.js')
      const worker = readFileSync(file, 'utf8')
      if (!worker.includes(placeholder)) throw new Error(`public/sw.js has no line "${placeholder}"`)
      writeFileSync(file, worker.replace(placeholder, `const build = ${JSON.stringify({ version, files })}`))
    },
  }
}
