// `npm run test:local-model`: models on this machine with llama.cpp itself, which it installs into `.cache` (about 85 MB).
// Arguments are passed to Vitest.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { waitForExit } from '#tests/support/child-process.ts'

const root = path.join(import.meta.dirname, '..', '..')
const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs')
const args = [vitest, 'run', '--project', 'local-model', ...process.argv.slice(2)]
const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
await waitForExit(child)
process.exitCode = child.exitCode ?? 1
