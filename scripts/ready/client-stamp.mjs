import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Everything the built client is made of. */
const ingredients = [
  'src/client',
  'src/shared',
  'src/engine',
  'public',
  'index.html',
  'vite.config.ts',
  'scripts/client-build',
  'package-lock.json',
]

/** Where the built client stands. */
export const builtClient = (root) => join(root, 'dist', 'client')
const stampFile = (folder) => join(folder, '.stamp')

/**
 * Whether the client that stands there was made of these very files. Their dates and sizes are looked at first; where
 * those changed and the contents did not (a checkout, a copy, an image layer), the new dates are noted.
 */
export function clientIsFresh(root) {
  const stamp = readStamp(root)
  if (!stamp) return false
  const files = listFiles(root)
  if (stamp.dates === datesOf(root, files)) return true
  if (stamp.contents !== contentsOf(root, files)) return false
  try {
    stampClient(root, builtClient(root))
  } catch {
    // Another user's checkout: then the contents are read at each start, which costs some milliseconds.
  }
  return true
}

/** Notes in a folder with a built client what it was made of. */
export function stampClient(root, folder) {
  const files = listFiles(root)
  const stamp = { dates: datesOf(root, files), contents: contentsOf(root, files) }
  writeFileSync(stampFile(folder), JSON.stringify(stamp))
}

function readStamp(root) {
  try {
    return JSON.parse(readFileSync(stampFile(builtClient(root)), 'utf8'))
  } catch {
    return null
  }
}

function listFiles(root) {
  return ingredients.flatMap((path) => filesIn(root, path)).filter((path) => !/\.test\.tsx?$/.test(path))
}

function filesIn(root, path) {
  const stat = statSync(join(root, path), { throwIfNoEntry: false })
  if (!stat?.isDirectory()) return stat ? [path] : []
  const entries = readdirSync(join(root, path), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  return entries.flatMap((entry) =>
    entry.isDirectory() ? filesIn(root, `${path}/${entry.name}`) : [`${path}/${entry.name}`],
  )
}

function datesOf(root, files) {
  const hash = createHash('sha256')
  for (const file of files) {
    const { size, mtimeMs } = statSync(join(root, file))
    hash.update(`${file}\0${size}\0${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

function contentsOf(root, files) {
  const hash = createHash('sha256')
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  return hash.digest('hex')
}
