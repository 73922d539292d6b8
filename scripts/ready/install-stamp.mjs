import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

/** The Node everything runs on, as package.json pins it. */
export function pinnedVersion(root) {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).dependencies.node
}

const stampFile = (root) => join(root, 'node_modules', '.ready')

/** npm clears `node_modules` before it fills it, so an install that broke off has no stamp. */
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

/** What the packages depend on: the lock file, and the platform their binaries were chosen for. */
function fingerprint(root) {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  return `${lock} ${process.platform} ${process.arch}\n`
}
