import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Every file and folder the built client depends on. */
const sources = [
  'src/client',
  'src/shared',
  'src/engine',
  'public',
  'index.html',
  'vite.config.ts',
  'scripts/client-build',
  'package-lock.json',
]

export const clientFolder = (root) => join(root, 'dist', 'client')
const stampFile = (folder) => join(folder, '.stamp')

/**
 * Whether the built client is up to date. Modification times and sizes are compared first; where they differ, the
 * contents are. If only the times changed (a checkout, a copy, an image layer), the stamp is updated.
 */
export function isClientFresh(root) {
  const stamp = readStamp(root)
  if (!stamp) return false
  const files = listFiles(root)
  if (stamp.dates === hashDates(root, files)) return true
  if (stamp.contents !== hashContents(root, files)) return false
  try {
    stampClient(root, clientFolder(root))
  } catch {
    // The checkout belongs to another user. Each start then reads the contents, which takes a few milliseconds.
  }
  return true
}

/** Writes into a folder which sources its client is built from. */
export function stampClient(root, folder) {
  const files = listFiles(root)
  const stamp = { dates: hashDates(root, files), contents: hashContents(root, files) }
  writeFileSync(stampFile(folder), JSON.stringify(stamp))
}

function readStamp(root) {
  try {
    return JSON.parse(readFileSync(stampFile(clientFolder(root)), 'utf8'))
  } catch {
    return null
  }
}

function listFiles(root) {
  return sources.flatMap((path) => filesIn(root, path)).filter((path) => !/\.test\.tsx?$/.test(path))
}

function filesIn(root, path) {
  const stat = statSync(join(root, path), { throwIfNoEntry: false })
  if (!stat?.isDirectory()) return stat ? [path] : []
  const entries = readdirSync(join(root, path), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  return entries.flatMap((entry) =>
    entry.isDirectory() ? filesIn(root, `${path}/${entry.name}`) : [`${path}/${entry.name}`],
  )
}

function hashDates(root, files) {
  const hash = createHash('sha256')
  for (const file of files) {
    const { size, mtimeMs } = statSync(join(root, file))
    hash.update(`${file}\0${size}\0${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

function hashContents(root, files) {
  const hash = createHash('sha256')
  for (const file of files) {
    hash.update(`${file}\0`)
    hash.update(readFileSync(join(root, file)))
    hash.update('\0')
  }
  return hash.digest('hex')
}
