import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { waitForExit, waitForOutput } from '#tests/support/child-process.ts'

const { scripts } = JSON.parse(readFileSync(path.join(import.meta.dirname, '..', 'package.json'), 'utf8'))

const door = `
process.on('SIGTERM', () => {
  console.log('stopping', process.pid)
  setTimeout(() => process.exit(0), 200)
})
setInterval(() => {}, 1000)
console.log('up', process.pid)
`

/** Without the `exec` before it, the shell in between takes the signal and leaves the server running alone. */
test('a signal to npm stops what npm runs, and npm waits for it', async () => {
  const house = mkdtempSync(path.join(tmpdir(), 'npm-'))
  mkdirSync(path.join(house, 'scripts'))
  writeFileSync(path.join(house, 'package.json'), JSON.stringify({ type: 'module', scripts }))
  writeFileSync(path.join(house, 'scripts', 'ready.mjs'), door)
  const npm = spawn('npm', ['start', '--silent'], { cwd: house, stdio: ['ignore', 'pipe', 'pipe'] })
  const [, pid] = await waitForOutput(npm, /up (\d+)/)
  const stopping = waitForOutput(npm, /stopping (\d+)/)
  npm.kill('SIGTERM')
  expect((await stopping)[1]).toBe(pid)
  await waitForExit(npm)
  expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH')
  rmSync(house, { recursive: true, force: true })
})
