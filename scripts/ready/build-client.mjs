import { spawnSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { builtClient, clientIsFresh, stampClient } from './client-stamp.mjs'
import { lockFolder, withLock } from './lock.mjs'

/**
 * Builds the client into `dist/client`. Vite works in a process of its own, so that its memory is not the server's,
 * and the result is swapped in whole, so that a build that breaks off leaves the old one.
 */
export async function buildClient(root) {
  await withLock(lockFolder(root), () => {
    if (clientIsFresh(root)) return
    console.error('Building the client…')
    const next = join(root, 'dist', 'client.next')
    rmSync(next, { recursive: true, force: true })
    mkdirSync(next, { recursive: true })
    // Stamped before the build: what changes while it runs makes it stale.
    stampClient(root, next)
    runVite(root, next)
    rmSync(builtClient(root), { recursive: true, force: true })
    renameSync(next, builtClient(root))
  })
}

function runVite(root, outDir) {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const args = [vite, 'build', '--logLevel', 'warn', '--outDir', outDir, '--emptyOutDir', 'false']
  const env = { ...process.env, NODE_ENV: 'production' }
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], env })
  if (status !== 0) throw new Error('The client could not be built; what Vite said is above.')
}
