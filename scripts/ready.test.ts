import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { waitForExit, waitForOutput } from '#tests/support/child-process.ts'

/** A small checkout with the real ready.mjs, a fake npm, and a pinned Node of another version than this one. */
let checkout: string

/** Records its arguments and creates what `npm ci` would: the pinned Node and Vite. */
const npm = `#!/bin/sh
echo "$@" >> npm-calls
[ -f npm-is-broken ] && { echo "npm error ENOTFOUND" >&2; exit 7; }
mkdir -p node_modules/node/bin node_modules/vite/bin
[ -f npm-is-slow ] && sleep 0.4
[ "$1" = ci ] && rm -f node_modules/node/bin/node && [ -f scripts-are-off ] && exit 0
cp pinned node_modules/node/bin/node
cp vite.js node_modules/vite/bin/vite.js
`
const pinned = `#!/bin/sh
[ "$1" = --version ] && { echo v99.0.0; exit 0; }
exec "${process.execPath}" --import ./version.js "$@"
`
const version = "Object.defineProperty(process, 'version', { value: 'v99.0.0' })\n"
const vite = `
import { appendFileSync, writeFileSync } from 'node:fs'
appendFileSync('vite-calls', 'x')
if (process.env.VITE_IS_BROKEN) process.exit(1)
writeFileSync(process.argv[process.argv.indexOf('--outDir') + 1] + '/index.html', 'built')
`

beforeEach(() => {
  checkout = mkdtempSync(path.join(tmpdir(), 'ready-'))
  cpSync(path.join(import.meta.dirname, 'ready.mjs'), path.join(checkout, 'scripts/ready.mjs'))
  cpSync(path.join(import.meta.dirname, 'ready'), path.join(checkout, 'scripts/ready'), { recursive: true })
  put('package.json', '{ "type": "module", "dependencies": { "node": "99.0.0" } }')
  put('package-lock.json', '{ "packages": {} }')
  put('version.js', version)
  put('vite.js', vite)
  put('src/client/main.tsx', 'export const page = 1\n')
  put('scripts/seed.ts', "console.log('seed', process.version, ...process.argv.slice(2))\n")
  put('bin/npm', npm, 0o755)
  put('pinned', pinned, 0o755)
})
afterEach(() => rmSync(checkout, { recursive: true, force: true }))

function put(file: string, text: string, mode = 0o644) {
  mkdirSync(path.dirname(path.join(checkout, file)), { recursive: true })
  writeFileSync(path.join(checkout, file), text)
  chmodSync(path.join(checkout, file), mode)
}

const read = (file: string) =>
  existsSync(path.join(checkout, file)) ? readFileSync(path.join(checkout, file), 'utf8') : ''
const npmCalls = () => read('npm-calls').split('\n').filter(Boolean)
const npmVerbs = () => npmCalls().map((call) => call.split(' ')[0])

function start(args: string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  const PATH = `${path.join(checkout, 'bin')}:/usr/bin:/bin`
  return spawn(process.execPath, ['scripts/ready.mjs', ...args], { cwd: checkout, env: { PATH, ...env } })
}

async function run(args: string[], env: NodeJS.ProcessEnv = {}) {
  const child = start(args, env)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
  const code = await new Promise((resolve) => child.once('close', resolve))
  return { code, output }
}

describe('on a fresh clone', () => {
  test('installs the locked packages, development packages included, and runs the script on the pinned Node', async () => {
    const { code, output } = await run(['seed', 'a', 'b'], { NODE_ENV: 'production' })
    expect(output).toMatch(/^Installing .*\nseed v99\.0\.0 a b\n$/)
    expect(code).toBe(0)
    expect(npmCalls()).toEqual([expect.stringMatching(/^ci --include=dev .*--loglevel=error/)])
  })

  test('two starts at once install once, and both run', async () => {
    put('npm-is-slow', '')
    const results = await Promise.all([run(['seed']), run(['seed'])])
    expect(results.map(({ code }) => code)).toEqual([0, 0])
    expect(results.filter(({ output }) => output.includes('waiting for it'))).toHaveLength(1)
    expect(npmVerbs()).toEqual(['ci'])
  })

  test('does not wait for an installation that was killed', async () => {
    put('npm-is-slow', '')
    const killed = start(['seed'])
    await waitForOutput(killed, /Installing/)
    killed.kill('SIGKILL')
    await waitForExit(killed)
    expect(existsSync(path.join(checkout, '.cache/prepare.lock'))).toBe(true)
    expect((await run(['seed'])).code).toBe(0)
    expect(existsSync(path.join(checkout, '.cache/prepare.lock'))).toBe(false)
  })

  test('explains a failed installation, and tries again at the next start', async () => {
    put('npm-is-broken', '')
    const { code, output } = await run(['seed'])
    expect(code).toBe(1)
    expect(output).toContain('npm error ENOTFOUND')
    expect(output).toMatch(/could not be installed.*If this machine is offline/)
    expect(output).not.toMatch(/ {4}at /)
    rmSync(path.join(checkout, 'npm-is-broken'))
    expect((await run(['seed'])).output).toContain('seed v99.0.0')
  })

  test('downloads the pinned Node where install scripts are disabled', async () => {
    put('scripts-are-off', '')
    const { output } = await run(['seed'])
    expect(output).toContain('seed v99.0.0')
    expect(npmVerbs()).toEqual(['ci', 'rebuild'])
  })

  test('reports that the pinned Node cannot be installed', async () => {
    put('pinned', '#!/bin/sh\nexit 1\n', 0o755)
    const { code, output } = await run(['seed'])
    expect([code, output]).toEqual([1, expect.stringMatching(/Node 99\.0\.0 for \w+ \w+ could not be installed/)])
    expect(npmVerbs()).toEqual(['ci', 'rebuild', 'install'])
  })
})

describe('on a prepared checkout', () => {
  beforeEach(async () => {
    await run(['seed'])
    rmSync(path.join(checkout, 'npm-calls'))
  })

  test('runs npm only when the lock changed and node_modules does not match it', async () => {
    const lock = (entry: string) => `{ "packages": { "node_modules/vite": { "version": "${entry}" } } }`
    put('package-lock.json', lock('2.0.0'))
    put('node_modules/.package-lock.json', lock('2.0.0'))
    expect(await run(['seed'])).toEqual({ code: 0, output: 'seed v99.0.0\n' })
    expect(npmVerbs()).toEqual([])
    put('package-lock.json', lock('3.0.0'))
    await run(['seed'])
    expect(npmVerbs()).toEqual(['ci'])
  })

  test('runs the script in the same process when that is the pinned Node', async () => {
    put('package.json', `{ "type": "module", "dependencies": { "node": "${process.versions.node}" } }`)
    put('scripts/seed.ts', "console.log('parent', process.ppid === Number(process.env.ME))\n")
    expect((await run(['seed'], { ME: String(process.pid) })).output).toBe('parent true\n')
  })

  test('forwards signals and the exit code', async () => {
    put(
      'scripts/seed.ts',
      "process.on('SIGTERM', () => process.exit(5))\nsetInterval(() => {}, 1000)\nconsole.log('up')\n",
    )
    const child = start(['seed'])
    await waitForOutput(child, /up/)
    child.kill('SIGTERM')
    await waitForExit(child)
    expect(child.exitCode).toBe(5)
  })

  test('reads .env, which variables of the shell take precedence over, and hides warnings about experimental features', async () => {
    put('.env', 'NAME=file\nOTHER=file\n')
    put(
      'scripts/seed.ts',
      `process.emitWarning('new', 'ExperimentalWarning')
process.emitWarning('old', 'DeprecationWarning')
console.log(process.env.NAME, process.env.OTHER)
`,
    )
    const { output } = await run(['seed'], { NAME: 'shell' })
    expect(output).toContain('shell file\n')
    expect(output).toContain('DeprecationWarning: old')
    expect(output).not.toContain('ExperimentalWarning')
  })
})

describe('the client', () => {
  const builds = () => read('vite-calls').length

  beforeEach(async () => {
    await run(['build'])
  })

  test('is built again when a source changes, appears or disappears, but not for a test', async () => {
    put('src/client/main.tsx', 'export const page = 2\n')
    await run(['build'])
    put('src/shared/chat.ts', '')
    await run(['build'])
    rmSync(path.join(checkout, 'src/shared/chat.ts'))
    await run(['build'])
    expect(builds()).toBe(4)
    put('src/client/main.test.tsx', '')
    await run(['build'])
    expect(builds()).toBe(4)
  })

  test('keeps the old build when a build fails', async () => {
    put('src/client/main.tsx', 'export const page =\n')
    const { code, output } = await run(['build'], { VITE_IS_BROKEN: '1' })
    expect([code, output]).toEqual([1, expect.stringContaining('The client could not be built')])
    expect(read('dist/client/index.html')).toBe('built')
    await run(['build'])
    expect(builds()).toBe(3)
  })
})
