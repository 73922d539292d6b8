#!/usr/bin/env node
// The hall behind every npm script: `node scripts/ready.mjs start`. It makes the checkout ready (packages, the pinned
// Node, for `start` the built client) and hands over to the script. It runs on whatever Node the machine has, before
// anything is installed: plain JavaScript, nothing but `node:` imports. On a warm checkout it costs a few milliseconds,
// and what only a cold one needs is not even loaded.
import { existsSync } from 'node:fs'
import module from 'node:module'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { clientIsFresh } from './ready/client-stamp.mjs'
import { isInstalled, pinnedVersion } from './ready/install-stamp.mjs'
import { hideExperimentalWarnings } from './ready/warnings.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Name → the script behind it, and whether it wants the built client. */
const scripts = {
  start: { file: 'src/server/main.ts', client: true },
  build: { client: true },
  dev: { file: 'scripts/dev.ts' },
  test: { file: 'scripts/test.ts' },
  check: { file: 'scripts/check.ts' },
  admin: { file: 'scripts/admin.ts' },
  seed: { file: 'scripts/seed.ts' },
  bench: { file: 'tests/bench/run.ts', client: true },
  crash: { file: 'tests/faults/run.ts' },
  screenshots: { file: 'scripts/screenshots.ts', client: true },
}

/** Makes the checkout ready for a script and answers its file; null when there is nothing left to run here. */
async function prepare(name) {
  const script = scripts[name]
  if (!script) throw new Error(`Say what to run: ${Object.keys(scripts).join(', ')}.`)
  const file = script.file ? join(root, script.file) : null
  if (file && !existsSync(file)) throw new Error(`${script.file} is not in this checkout.`)
  if (!isInstalled(root)) await (await import('./ready/install.mjs')).install(root)
  if (process.version !== `v${pinnedVersion(root)}`) {
    const { handOver, mayStay } = await import('./ready/pinned-node.mjs')
    if (!mayStay(root)) return handOver(root, process.argv.slice(1))
  }
  if (script.client && !clientIsFresh(root)) await (await import('./ready/build-client.mjs')).buildClient(root)
  return file
}

function inWords({ code, message }) {
  const isForeign = ['EACCES', 'EPERM', 'EROFS'].includes(code)
  return isForeign ? `This checkout is out of date and not yours to write to: ${message}.` : message
}

const [name, ...args] = process.argv.slice(2)
const file = await prepare(name).catch((error) => {
  console.error(error.constructor === Error ? inWords(error) : error)
  process.exit(1)
})
if (file) {
  if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'))
  hideExperimentalWarnings()
  // What an earlier run compiled is kept: a start then takes a third of the time and never loads the type stripper.
  const compiled = join(root, 'node_modules', '.cache', 'compiled')
  module.enableCompileCache?.(compiled)
  // For the threads it starts.
  process.env.NODE_COMPILE_CACHE ??= compiled
  process.argv = [process.execPath, file, ...args]
  await import(pathToFileURL(file).href)
}
