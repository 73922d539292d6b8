#!/usr/bin/env node
// The entry point of every npm script: `node scripts/ready.mjs start`. It prepares the checkout (packages, the pinned
// Node, the built client where a script needs it) and runs the script. It runs on the machine's own Node, before
// anything is installed: plain JavaScript with `node:` imports only. On a prepared checkout it takes a few milliseconds;
// modules that only an unprepared one needs are imported on demand.
import { existsSync } from 'node:fs'
import module from 'node:module'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { isClientFresh } from './ready/client-stamp.mjs'
import { isInstalled, pinnedVersion } from './ready/install-stamp.mjs'
import { hideExperimentalWarnings } from './ready/warnings.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Name → the file to run, and whether it needs the built client. */
const scripts = {
  start: { file: 'src/server/main.ts', client: true },
  build: { client: true },
  dev: { file: 'scripts/dev.ts' },
  test: { file: 'scripts/test.ts' },
  check: { file: 'scripts/check.ts' },
  admin: { file: 'scripts/admin.ts' },
  audit: { file: 'scripts/audit.ts' },
  backup: { file: 'scripts/backup.ts' },
  restore: { file: 'scripts/restore.ts' },
  move: { file: 'scripts/move.ts' },
  bot: { file: 'scripts/bot.ts' },
  'local-model': { file: 'scripts/local-model.ts' },
  migrate: { file: 'scripts/migrate.ts' },
  'move-pictures': { file: 'scripts/move-pictures.ts' },
  seed: { file: 'scripts/seed.ts' },
  bench: { file: 'tests/bench/run.ts', client: true },
  evals: { file: 'tests/evals/run.ts' },
  safety: { file: 'tests/safety/run.ts' },
  conformance: { file: 'scripts/card-conformance.ts' },
  crash: { file: 'tests/faults/run.ts' },
  'test:local-model': { file: 'tests/local-model/run.ts' },
  'test:clients': { file: 'tests/clients/run.ts' },
  abuse: { file: 'tests/abuse/run.ts' },
  soak: { file: 'tests/soak/run.ts', client: true },
  screenshots: { file: 'scripts/screenshots.ts', client: true },
}

/** Prepares the checkout for a script and returns the file to run; null when nothing is left to run in this process. */
async function prepare(name) {
  const script = scripts[name]
  if (!script) throw new Error(`Unknown script. Use one of: ${Object.keys(scripts).join(', ')}.`)
  const file = script.file ? join(root, script.file) : null
  if (file && !existsSync(file)) throw new Error(`${script.file} is not in this checkout.`)
  if (!isInstalled(root)) await (await import('./ready/install.mjs')).install(root)
  if (process.version !== `v${pinnedVersion(root)}`) {
    const { canStay, runOnPinnedNode } = await import('./ready/pinned-node.mjs')
    if (!canStay(root)) return runOnPinnedNode(root, process.argv.slice(1))
  }
  if (script.client && !isClientFresh(root)) await (await import('./ready/build-client.mjs')).buildClient(root)
  return file
}

function messageOf({ code, message }) {
  const isReadOnly = ['EACCES', 'EPERM', 'EROFS'].includes(code)
  return isReadOnly ? `This checkout is out of date and this user cannot write to it: ${message}.` : message
}

const [name, ...args] = process.argv.slice(2)
const file = await prepare(name).catch((error) => {
  console.error(error.constructor === Error ? messageOf(error) : error)
  process.exit(1)
})
if (file) {
  if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'))
  hideExperimentalWarnings()
  // Node stores the compiled code: the next start takes a third of the time and does not load the type stripper.
  const compileCache = join(root, 'node_modules', '.cache', 'compiled')
  module.enableCompileCache?.(compileCache)
  // Worker threads read the variable.
  process.env.NODE_COMPILE_CACHE ??= compileCache
  process.argv = [process.execPath, file, ...args]
  await import(pathToFileURL(file).href)
}
