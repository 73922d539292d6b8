import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

const moduleUrl = pathToFileURL(`${import.meta.dirname}/collect-once-idle.ts`).href

/** Leaves garbage, works for three intervals, and prints when a collection comes and what it has freed. */
const script = `
  import { collectOnceIdle } from ${JSON.stringify(moduleUrl)}
  const collect = globalThis.gc
  let isBusy = true
  globalThis.gc = (options) => {
    const before = process.memoryUsage().heapUsed
    collect(options)
    const freed = before - process.memoryUsage().heapUsed
    console.log(isBusy ? 'busy' : 'idle', freed > 16 * 1024 * 1024 ? 'freed' : freed)
    // Another collection would come within the next two intervals.
    setTimeout(() => process.exit(), 100)
  }
  Array.from({ length: 300_000 }, (_, i) => ({ text: 'entry ' + i })).length
  collectOnceIdle(50)
  const busyUntil = performance.now() + 150
  const work = () => {
    isBusy = performance.now() < busyUntil
    if (isBusy) setImmediate(work)
  }
  work()
  setInterval(() => {}, 1_000)
`

test('garbage is collected once, and not before the process is idle', async () => {
  const flags = ['--expose-gc', '--max-semi-space-size=64', '--min-semi-space-size=64', '--input-type=module']
  const child = spawn(process.execPath, [...flags, '--eval', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  expect(await text(child.stdout)).toBe('idle freed\n')
})
