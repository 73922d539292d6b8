// The server runs TypeScript directly and uses `node:sqlite`, so it needs one known Node version. The npm package `node`
// contains it; npm puts it first on the PATH of every script once it is installed.
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { pinnedVersion } from './install-stamp.mjs'
import { npm } from './npm.mjs'

const binary = (root) => join(root, 'node_modules', 'node', 'bin', 'node')

/** Whether this process may run the script itself: the pinned Node does not run here, and this Node is compatible. */
export function canStay(root) {
  return isCompatible(root) && !pinnedNodeRuns(root)
}

/** The same major version with type stripping. Alpine, for example, has no build of the pinned binary. */
function isCompatible(root) {
  return (
    process.version.split('.')[0] === `v${pinnedVersion(root).split('.')[0]}` && Boolean(process.features.typescript)
  )
}

function pinnedNodeRuns(root) {
  const { stdout } = spawnSync(binary(root), ['--version'], { encoding: 'utf8' })
  return stdout?.trim() === `v${pinnedVersion(root)}`
}

/**
 * The package's install script downloads the binary. It is missing where install scripts are disabled or the download
 * failed.
 * @returns {string | null} the problem as a sentence, or null when a suitable Node is available
 */
export function ensurePinnedNode(root) {
  if (pinnedNodeRuns(root)) return null
  npm(root, ['rebuild', 'node', '--ignore-scripts=false'])
  if (pinnedNodeRuns(root)) return null
  installPlatformPackage(root)
  if (pinnedNodeRuns(root) || isCompatible(root)) return null
  return `Node ${pinnedVersion(root)} for ${process.platform} ${process.arch} could not be installed, and this machine's own Node is ${process.version}.`
}

function installPlatformPackage(root) {
  const prefix = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node'
  const name = `${prefix}-${process.platform}-${process.arch}`
  const folder = join(root, '.cache', 'node')
  mkdirSync(folder, { recursive: true })
  npm(root, ['install', '--prefix', folder, '--no-save', '--no-package-lock', `${name}@${pinnedVersion(root)}`])
  const downloaded = join(folder, 'node_modules', name, 'bin', 'node')
  if (!existsSync(downloaded)) return
  mkdirSync(join(root, 'node_modules', 'node', 'bin'), { recursive: true })
  copyFileSync(downloaded, binary(root))
  chmodSync(binary(root), 0o755)
  const link = join(root, 'node_modules', '.bin', 'node')
  mkdirSync(join(root, 'node_modules', '.bin'), { recursive: true })
  if (!existsSync(link)) symlinkSync('../node/bin/node', link)
}

/** Set for the child process, so that it does not start another one. */
const childMark = 'READY_HANDED_OVER'

/** Runs the same command on the pinned Node and exits with its exit code. Resolves to null. */
export function runOnPinnedNode(root, argv) {
  if (process.env[childMark]) throw new Error(`node_modules/node is not Node ${pinnedVersion(root)}. Run npm ci.`)
  const path = `${join(root, 'node_modules', '.bin')}:${process.env.PATH ?? ''}`
  const env = { ...process.env, PATH: path, [childMark]: '1' }
  const child = spawn(binary(root), [...process.execArgv, ...argv], { stdio: 'inherit', env })
  // A terminal sends Ctrl-C to the whole process group; forwarding it too would count as a second one.
  const isTerminal = process.stdin.isTTY
  process.on('SIGINT', () => isTerminal || child.kill('SIGINT'))
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  return new Promise((resolve, reject) => {
    child.on('error', (error) => reject(new Error(`The pinned Node could not be run: ${error.message}`)))
    child.on('exit', (code, signal) => {
      process.exitCode = signal ? 1 : (code ?? 1)
      resolve(null)
    })
  })
}
