import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { collectReply } from '#tests/support/collect-reply.ts'
import { type Script, startScriptedUpstream } from '#tests/support/scripted-upstream.ts'
import { findProfile } from './find-profile.ts'
import type { ModelTimeouts } from './http/upstream-call.ts'
import { createHttpModel } from './http-model.ts'
import { firstByteSecondsOf } from './model-settings.ts'
import { localServices, unknownService } from './services.ts'

/** Generates a reply; rejects with the error of the provider. */
async function generate(script: Script, { id, ...timeouts }: Partial<ModelTimeouts> & { id?: string } = {}) {
  const upstream = await startScriptedUpstream(script)
  const service = localServices.find((local) => local.id === id) ?? unknownService
  const model = createHttpModel({ service, baseUrl: upstream.baseUrl, model: 'm' }, { timeouts })
  onTestFinished(() => upstream.close())
  onTestFinished(() => model.close())
  return { reply: collectReply(model), upstream }
}

/** Writes the same piece until the client disconnects. Resolves with the number of bytes that it took. */
async function writeForever(response: ServerResponse, start: string, piece: Buffer): Promise<number> {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(start)
  let bytes = 0
  while (!response.destroyed) {
    bytes += piece.length
    if (!response.write(piece)) await Promise.race([once(response, 'drain'), once(response, 'close')])
  }
  return bytes
}

it.each([
  ['an event stream', undefined, 'data: '],
  ['a JSON document', undefined, '{"choices": "'],
  ["Ollama's lines", 'ollama', '{"message": "'],
])('disconnects from a reply without an end: %s', async (_name, id, start) => {
  let written: Promise<number> = Promise.resolve(0)
  const { reply } = await generate(
    (_request, _index, response) => {
      written = writeForever(response, start, Buffer.alloc(64 * 1024, 'x'))
      return null
    },
    id === undefined ? {} : { id },
  )
  await expect(reply).rejects.toMatchObject({ errorType: 'server_error' })
  // The limit of a document is 32 MiB; the rest is in buffers.
  expect(await written).toBeLessThan(48 * 1024 * 1024)
})

it('does not inflate a compressed reply', async () => {
  const body = gzipSync(Buffer.alloc(10_000_000, 'x'))
  const { reply } = await generate(() => ({ headers: { 'content-encoding': 'gzip' }, body }))
  await expect(reply).rejects.toMatchObject({ errorType: 'server_error', message: expect.stringContaining('gzip') })
})

it('gives up a server that sends one byte now and then', async () => {
  const { reply } = await generate(
    (_request, _index, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const timer = setInterval(() => response.write(':'), 10)
      response.on('close', () => clearInterval(timer))
      return null
    },
    { totalMs: 200 },
  )
  await expect(reply).rejects.toMatchObject({ errorType: 'server_error', reason: 'timeout' })
})

it('waits minutes for the first byte of a server of the operator, and half a minute for others', () => {
  for (const service of localServices) expect(findProfile(service, 'm').firstByteMs).toBe(300_000)
  expect(findProfile(unknownService, 'm').firstByteMs).toBe(30_000)
})

it.each([
  ['a server of the operator', localServices[0], { localModelFirstByteSeconds: 0.05, modelFirstByteSeconds: 3_600 }],
  ['another server', unknownService, { localModelFirstByteSeconds: 3_600, modelFirstByteSeconds: 0.05 }],
])('waits for the first byte of %s for as long as its setting says', async (_name, service = unknownService, env) => {
  const { baseUrl, close } = await startScriptedUpstream(() => null)
  const model = createHttpModel({ service, baseUrl, model: 'm', firstByteSeconds: firstByteSecondsOf(service, env) })
  onTestFinished(close)
  onTestFinished(() => model.close())
  await expect(collectReply(model)).rejects.toMatchObject({ errorType: 'server_error', reason: 'timeout' })
})
