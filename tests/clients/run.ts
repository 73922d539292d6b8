// `npm run test:clients`: LangChain over `/v1`. It is too large for everybody's checkout, so it is installed into `.cache`
// (about 90 MB). Arguments are passed to Vitest.
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { waitForExit } from '#tests/support/child-process.ts'

const root = path.join(import.meta.dirname, '..', '..')
const folder = path.join(root, '.cache', 'clients')
const packages = ['@langchain/core@1.4.0', '@langchain/openai@1.6.0']

mkdirSync(folder, { recursive: true })
writeFileSync(path.join(folder, 'package.json'), '{ "private": true }')
execFileSync('npm', ['install', '--no-audit', '--no-fund', ...packages], { cwd: folder, stdio: 'inherit' })
writeFileSync(path.join(folder, 'index.mjs'), `export * from '@langchain/openai'\n`)
const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs')
const args = [vitest, 'run', '--project', 'clients', ...process.argv.slice(2)]
const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
await waitForExit(child)
process.exitCode = child.exitCode ?? 1
