import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { withLock } from './lock.mjs'

/** Everything the built client is made of. */
const ingredients = [
  'src/client',
  'src/shared',
  'src/engine',
  'public',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
]

/** Builds the client into `dist/client` unless the one that stands there was made of these very files. */
export async function ensureClient(root) {
  if (isFresh(root)) return
  await withLock(join(root, '.cache', 'ready.lock'), () => {
    if (!isFresh(root)) build(root)
  })
}

const built = (root) => join(root, 'dist', 'client')
const stampFile = (root) => join(built(root), '.stamp')

function isFresh(root) {
  return existsSync(stampFile(root)) && readFileSync(stampFile(root), 'utf8') === fingerprint(root)
}

function fingerprint(root) {
  const hash = createHash('sha256')
  for (const ingredient of ingredients) addTo(hash, root, ingredient)
  return hash.digest('hex')
}

/** By content, not by date: a checkout, a copy or an image layer changes dates and nothing else. */
function addTo(hash, root, path) {
  const stat = statSync(join(root, path), { throwIfNoEntry: false })
  if (!stat) return
  if (stat.isDirectory()) {
    for (const name of readdirSync(join(root, path)).sort()) addTo(hash, root, `${path}/${name}`)
  } else if (!/\.test\.tsx?$/.test(path)) {
    hash.update(`${path}\0${stat.size}\0`).update(readFileSync(join(root, path)))
  }
}

/** Vite works in a process of its own, so that its memory is not the server's; the result is swapped in whole. */
function build(root) {
  console.error('Building the client…')
  const made = fingerprint(root)
  const next = join(root, 'dist', 'client.next')
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const { status } = spawnSync(
    process.execPath,
    [vite, 'build', '--logLevel', 'warn', '--outDir', next, '--emptyOutDir'],
    { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, NODE_ENV: 'production' } },
  )
  if (status !== 0) throw new Error('The client could not be built; what Vite said is above.')
  writeFileSync(join(next, '.stamp'), made)
  rmSync(built(root), { recursive: true, force: true })
  renameSync(next, built(root))
}
