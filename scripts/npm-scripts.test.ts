import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { waitForExit, waitForOutput } from '#tests/support/child-process.ts'

const { scripts } = JSON.parse(readFileSync(path.join(import.meta.dirname, '..', 'package.json'), 'utf8'))

const script = `
process.on('SIGTERM', () => {
  console.log('stopping', process.pid)
  setTimeout(() => process.exit(0), 200)
})
setInterval(() => {}, 1000)
console.log('up', process.pid)
`

/** Without `exec` in the npm script, the shell between npm and Node receives the signal and the server keeps running. */
test('a signal to npm stops the script, and npm waits for its end', async () => {
  const checkout = mkdtempSync(path.join(tmpdir(), 'npm-'))
  mkdirSync(path.join(checkout, 'scripts'))
  writeFileSync(path.join(checkout, 'package.json'), JSON.stringify({ type: 'module', scripts }))
  writeFileSync(path.join(checkout, 'scripts', 'ready.mjs'), script)
  const npm = spawn('npm', ['start', '--silent'], { cwd: checkout, stdio: ['ignore', 'pipe', 'pipe'] })
  const [, pid] = await waitForOutput(npm, /up (\d+)/)
  const stopping = waitForOutput(npm, /stopping (\d+)/)
  npm.kill('SIGTERM')
  expect((await stopping)[1]).toBe(pid)
  await waitForExit(npm)
  expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH')
  rmSync(checkout, { recursive: true, force: true })
})
