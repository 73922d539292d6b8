import { existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { modelsFolder } from '#server/providers/models/local/folders.ts'
import { launchScript, waitForExit, waitForOutput } from '#tests/support/child-process.ts'
import { installFakeLlama } from '#tests/support/fake-llama.ts'
import { serve } from '#tests/support/serve.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts'

const content = Buffer.concat([Buffer.from('GGUF'), Buffer.alloc(2_000_000, 'weights ')])

/** How the server answers: it stops in the middle, breaks off in the middle, or is as it should. */
let behaviour: 'stalls' | 'breaks-off' | 'sound' = 'sound'
const ranges: (string | undefined)[] = []

function answer({ headers: { range } }: IncomingMessage, response: ServerResponse): void {
  ranges.push(range)
  const start = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0)
  const rest = content.subarray(start)
  const length = { 'content-length': rest.length }
  const part = { 'content-range': `bytes ${start}-${content.length - 1}/${content.length}` }
  response.writeHead(start > 0 ? 206 : 200, { ...length, ...(start > 0 ? part : {}) })
  if (behaviour === 'stalls') response.write(rest.subarray(0, 500_000))
  else if (behaviour === 'breaks-off') {
    behaviour = 'sound'
    response.write(rest.subarray(0, 500_000), () => response.socket?.end())
  } else response.end(rest)
}

const server = await serve(createServer(answer))
const url = `${server.url}/good.gguf`
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  installFakeLlama(database.env.DATA_DIR, [])
})
afterAll(async () => {
  await server.close()
  await database.drop()
})

function start(...args: string[]) {
  const child = launchScript('scripts/local-model.ts', args, { ...database.env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += String(chunk)))
  const ended = waitForExit(child).then(() => ({ output, code: child.exitCode }))
  return { child, ended }
}
const file = () => path.join(modelsFolder(database.env.DATA_DIR), 'good.gguf')

it('npm run local-model downloads a model, goes on where it was stopped, and connects it', async () => {
  behaviour = 'stalls'
  const stopped = start(url)
  await waitForOutput(stopped.child, /20 %/)
  stopped.child.kill('SIGINT')
  expect(await stopped.ended).toMatchObject({ code: 1, output: expect.stringContaining('goes on where it ended') })
  expect(existsSync(`${file()}.part`)).toBe(true)

  behaviour = 'breaks-off'
  const whole = await start(url).ended
  expect(whole.output).toMatch(/Downloaded\..*It works: “Words of \d+\.”.*It is connected/s)
  expect(whole.code).toBe(0)
  expect(ranges).toEqual([undefined, ...Array(2).fill(expect.stringMatching(/^bytes=[1-9]\d*-$/))])
  expect(readFileSync(file()).equals(content)).toBe(true)

  ranges.length = 0
  expect(await start(url).ended).toMatchObject({ code: 0, output: expect.stringContaining('It was connected before') })
  expect(ranges).toEqual([])
})
