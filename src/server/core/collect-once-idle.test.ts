import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

const moduleUrl = pathToFileURL(`${import.meta.dirname}/collect-once-idle.ts`).href

/** Works for three intervals, and prints for each collection whether the work had ended. */
const script = `
  import { collectOnceIdle } from ${JSON.stringify(moduleUrl)}
  let isBusy = true
  globalThis.gc = () => {
    console.log(isBusy ? 'busy' : 'idle')
    // Another collection would come within the next two intervals.
    setTimeout(() => process.exit(), 100)
  }
  collectOnceIdle(50)
  const startedAt = performance.now()
  const work = () => {
    isBusy = performance.now() - startedAt < 150
    if (isBusy) setImmediate(work)
  }
  work()
  setInterval(() => {}, 1_000)
`

test('garbage is collected once, and not before the process is idle', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  expect(await text(child.stdout)).toBe('idle\n')
})

test('nothing happens where Node has no function to collect garbage', async () => {
  const source = `import { collectOnceIdle } from ${JSON.stringify(moduleUrl)}; collectOnceIdle(1)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  expect(await once(child, 'exit')).toEqual([0, null])
})
