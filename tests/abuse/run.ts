// `npm run test:abuse` attacks a running server and measures its memory, its time, and what another client notices; at
// the end it prints the tables of docs/operating.md. Arguments are passed to Vitest: `npm run test:abuse -- images`.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { waitForExit } from '#tests/support/child-process.ts'
import { clearFigures, figureTables } from './figures.ts'

const root = path.join(import.meta.dirname, '..', '..')
const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs')

clearFigures()
const args = [vitest, 'run', '--project', 'abuse', ...process.argv.slice(2)]
const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })
// Ctrl+C and SIGTERM: Vitest ends its servers first.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
await waitForExit(child)
console.log(`\n${figureTables()}`)
process.exitCode = child.exitCode ?? 1
