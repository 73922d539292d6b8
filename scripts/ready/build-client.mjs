import { spawnSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { clientFolder, isClientFresh, stampClient } from './client-stamp.mjs'
import { lockFile, withLock } from './lock.mjs'

/**
 * Builds the client into `dist/client`. Vite runs in its own process, so that its memory does not stay with the server.
 * The old build is replaced only after the new one succeeded.
 */
export async function buildClient(root) {
  await withLock(lockFile(root), () => {
    if (isClientFresh(root)) return
    console.error('Building the client…')
    const next = join(root, 'dist', 'client.next')
    rmSync(next, { recursive: true, force: true })
    mkdirSync(next, { recursive: true })
    // Stamped before the build, so that a file changed during it makes the build stale.
    stampClient(root, next)
    runVite(root, next)
    rmSync(clientFolder(root), { recursive: true, force: true })
    renameSync(next, clientFolder(root))
  })
}

function runVite(root, outDir) {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const args = [vite, 'build', '--logLevel', 'warn', '--outDir', outDir, '--emptyOutDir', 'false']
  const env = { ...process.env, NODE_ENV: 'production' }
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], env })
  if (status !== 0) throw new Error('The client could not be built. The error of Vite is above.')
}
