import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

/** The Node version that package.json pins. */
export function pinnedVersion(root) {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).dependencies.node
}

const stampFile = (root) => join(root, 'node_modules', '.ready')

/** npm empties `node_modules` before it installs, so an interrupted installation has no stamp. */
export function isInstalled(root) {
  try {
    return readFileSync(stampFile(root), 'utf8') === fingerprint(root)
  } catch {
    return false
  }
}

export function stampInstall(root) {
  writeFileSync(stampFile(root), fingerprint(root))
}

/** The installed packages depend on the lock file and on the platform. */
function fingerprint(root) {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  return `${lock} ${process.platform} ${process.arch}\n`
}
