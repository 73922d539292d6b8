import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { isInstalled, stampInstall } from './install-stamp.mjs'
import { lockFile, withLock } from './lock.mjs'
import { npm } from './npm.mjs'
import { ensurePinnedNode } from './pinned-node.mjs'

const minimumNode = [20, 19]

/** Installs the locked packages and the pinned Node. */
export async function install(root) {
  assertSupportedNode()
  await withLock(lockFile(root), () => {
    if (isInstalled(root)) return
    if (!isComplete(root)) installPackages(root)
    const problem = ensurePinnedNode(root)
    if (problem) throw new Error(problem)
    stampInstall(root)
  })
}

function assertSupportedNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > minimumNode[0] || (major === minimumNode[0] && minor >= minimumNode[1])) return
  throw new Error(`Troupe needs Node ${minimumNode.join('.')} or later; this is ${process.version}.`)
}

/** True after a manual `npm install`: npm's own record in node_modules then matches the lock. */
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
  console.error('Installing packages (once, about half a minute)…')
  // `npm start` builds the client, so it needs the development packages whatever NODE_ENV or the npm configuration says.
  const code = npm(root, ['ci', '--include=dev', '--prefer-offline'])
  if (code === 0) return
  if (code === null) throw new Error('npm was not found. It comes with Node: install both and run the command again.')
  throw new Error(
    `The packages could not be installed (npm exited with ${code}, its messages are above). If this machine is offline or behind a proxy, connect it and run the same command again; nothing outside node_modules was changed.`,
  )
}
