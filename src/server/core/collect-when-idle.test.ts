import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

const moduleUrl = pathToFileURL(`${import.meta.dirname}/collect-when-idle.ts`).href

/** Allocates garbage, and again after the first collection; prints what each collection has freed. */
const script = `
  import { collectWhenIdle } from ${JSON.stringify(moduleUrl)}
  const collect = globalThis.gc
  const makeGarbage = () => Array.from({ length: 300_000 }, (_, i) => ({ text: 'entry ' + i })).length
  let collections = 0
  globalThis.gc = (options) => {
    const before = process.memoryUsage().heapUsed
    collect(options)
    const freed = before - process.memoryUsage().heapUsed
    console.log(options.flavor, freed > 16 * 1024 * 1024 ? 'freed' : freed)
    collections += 1
    if (collections === 1) setImmediate(makeGarbage)
    else process.exit()
  }
  makeGarbage()
  collectWhenIdle(50)
  setInterval(() => {}, 1_000)
`

test('garbage is collected while the process is idle, and again once there is more', async () => {
  const flags = ['--expose-gc', '--max-semi-space-size=64', '--min-semi-space-size=64', '--input-type=module']
  const child = spawn(process.execPath, [...flags, '--eval', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  expect(await text(child.stdout)).toBe('last-resort freed\nregular freed\n')
})
