import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { isInstalled, stampInstall } from './install-stamp.mjs'
import { lockFolder, withLock } from './lock.mjs'
import { npm } from './npm.mjs'
import { ensurePinnedNode } from './pinned-node.mjs'

const oldestNode = [20, 19]

/** Installs the locked packages and the pinned Node. */
export async function install(root) {
  refuseAncientNode()
  await withLock(lockFolder(root), () => {
    if (isInstalled(root)) return
    if (!isComplete(root)) installPackages(root)
    const trouble = ensurePinnedNode(root)
    if (trouble) throw new Error(trouble)
    stampInstall(root)
  })
}

function refuseAncientNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return
  throw new Error(`Troupe needs Node ${oldestNode.join('.')} or later; this is ${process.version}.`)
}

/** Someone may have run `npm install` by hand: npm's own record then matches the lock, and nothing is to be done. */
function isComplete(root) {
  const record = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(record)) return false
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  return Object.entries(locked).every(
    ([path, entry]) => path === '' || entry.optional || entry.devOptional || installed[path]?.version === entry.version,
  )
}

function installPackages(root) {
  console.error('Installing what is missing (once, about half a minute)…')
  // The client is built here, so the development packages belong to it, whatever NODE_ENV or the user's npm says.
  const code = npm(root, ['ci', '--include=dev', '--prefer-offline'])
  if (code === 0) return
  if (code === null) throw new Error('npm was not found. It comes with Node: install both and run the command again.')
  throw new Error(
    `The packages could not be installed (npm ended with ${code}, its words are above). If this machine is offline or behind a proxy, connect it and run the same command again; nothing outside node_modules was changed.`,
  )
}
