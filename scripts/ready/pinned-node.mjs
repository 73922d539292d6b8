// The server runs TypeScript directly and uses `node:sqlite`, so it wants one known Node. The npm package `node` brings
// it; npm puts it first on the PATH of every script from the second run on.
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { pinnedVersion } from './install-stamp.mjs'
import { npm } from './npm.mjs'

const binary = (root) => join(root, 'node_modules', 'node', 'bin', 'node')

/** Whether this process may go on itself: where the pinned Node cannot run, its equal does. */
export function mayStay(root) {
  return canStandIn(root) && !runs(root)
}

/** The same major with type stripping behaves alike; Alpine, for one, has no build of the pinned binary. */
function canStandIn(root) {
  return (
    process.version.split('.')[0] === `v${pinnedVersion(root).split('.')[0]}` && Boolean(process.features.typescript)
  )
}

function runs(root) {
  const { stdout } = spawnSync(binary(root), ['--version'], { encoding: 'utf8' })
  return stdout?.trim() === `v${pinnedVersion(root)}`
}

/**
 * The package's install script fetches the binary; where scripts are switched off, or the fetch failed, it is missing.
 * @returns {string | null} what is wrong, in words, or null when a fitting Node is there
 */
export function ensurePinnedNode(root) {
  if (runs(root)) return null
  npm(root, ['rebuild', 'node', '--ignore-scripts=false'])
  if (runs(root)) return null
  fetchPlatformPackage(root)
  if (runs(root) || canStandIn(root)) return null
  return `Node ${pinnedVersion(root)} for ${process.platform} ${process.arch} could not be installed, and this machine's own Node is ${process.version}.`
}

function fetchPlatformPackage(root) {
  const prefix = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node'
  const name = `${prefix}-${process.platform}-${process.arch}`
  const aside = join(root, '.cache', 'node')
  mkdirSync(aside, { recursive: true })
  npm(root, ['install', '--prefix', aside, '--no-save', '--no-package-lock', `${name}@${pinnedVersion(root)}`])
  const fetched = join(aside, 'node_modules', name, 'bin', 'node')
  if (!existsSync(fetched)) return
  mkdirSync(join(root, 'node_modules', 'node', 'bin'), { recursive: true })
  copyFileSync(fetched, binary(root))
  chmodSync(binary(root), 0o755)
  const link = join(root, 'node_modules', '.bin', 'node')
  mkdirSync(join(root, 'node_modules', '.bin'), { recursive: true })
  if (!existsSync(link)) symlinkSync('../node/bin/node', link)
}

/** Set for the process handed over to, which must not hand over again. */
const handedOver = 'READY_HANDED_OVER'

/** Runs the same command again on the pinned Node and ends as it ends; there is nothing left to do after it. */
export function handOver(root, argv) {
  if (process.env[handedOver]) throw new Error(`node_modules/node is not Node ${pinnedVersion(root)}. Run npm ci.`)
  const path = `${join(root, 'node_modules', '.bin')}:${process.env.PATH ?? ''}`
  const env = { ...process.env, PATH: path, [handedOver]: '1' }
  const child = spawn(binary(root), [...process.execArgv, ...argv], { stdio: 'inherit', env })
  // A Ctrl-C in a terminal reaches the whole group by itself; passing it on as well would count as a second one.
  const fromTerminal = process.stdin.isTTY
  process.on('SIGINT', () => fromTerminal || child.kill('SIGINT'))
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  return new Promise((resolve, reject) => {
    child.on('error', (error) => reject(new Error(`The pinned Node could not be run: ${error.message}`)))
    child.on('exit', (code, signal) => {
      process.exitCode = signal ? 1 : (code ?? 1)
      resolve(null)
    })
  })
}
