import { createServer } from 'node:http'
import { type AddressInfo, createServer as createRawServer } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { startUpstream } from '#tests/support/upstream.ts'
import { detectLocalModel } from './detect.ts'
import { isChatModel, readModelList } from './model-list.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function localServer(models: string[]): Promise<number> {
  const upstream = await startUpstream({ models })
  closing.push(() => upstream.close())
  return upstream.port
}

/** Something that is no model server: it answers every path with a page, or never. */
async function otherServer(speaks: boolean): Promise<number> {
  const server = speaks ? createServer((_request, response) => void response.end('<h1>My app</h1>')) : createRawServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close())
  return (server.address() as AddressInfo).port
}

it('finds the first chat model, in the order of the list', async () => {
  const ports = {
    'llama-cpp': await localServer(['llama-cpp-model']),
    ollama: await localServer(['nomic-embed-text:latest', 'muse:8b', 'other']),
  }
  const found = await detectLocalModel(ports)
  expect(found).toMatchObject({
    id: 'muse:8b',
    service: { id: 'ollama' },
    baseUrl: `http://127.0.0.1:${ports.ollama}/v1`,
  })
})

it('finds the model that was asked for, wherever it is', async () => {
  const ports = { ollama: await localServer(['muse:8b']), 'lm-studio': await localServer(['bard', 'poet:latest']) }
  expect(await detectLocalModel(ports, 'bard')).toMatchObject({ service: { id: 'lm-studio' } })
  expect(await detectLocalModel(ports, 'poet')).toMatchObject({ id: 'poet:latest' })
  expect(await detectLocalModel(ports, 'nobody')).toBeNull()
})

it('passes over what is no model server, and waits for nobody', async () => {
  const ports = {
    ollama: await otherServer(false),
    'llama-cpp': await otherServer(true),
    koboldcpp: await localServer(['kobold']),
  }
  const before = performance.now()
  expect(await detectLocalModel(ports)).toMatchObject({ id: 'kobold' })
  expect(performance.now() - before).toBeLessThan(1_500)
  expect(await detectLocalModel({ ollama: await localServer([]) })).toBeNull()
})

it('tells chat models from the others by their names', () => {
  const others = ['text-embedding-3-small', 'bge-m3', 'whisper-1', 'tts-1', 'llama-guard3', 'dall-e-3', 'all-minilm']
  expect(others.filter(isChatModel)).toEqual([])
  const chat = ['gemma3:12b', 'llama-3.3-70b', 'mistral-small', 'qwen3', 'gpt-4.1', 'phi-4', 'koboldcpp/Fimbulvetr']
  expect(chat.filter(isChatModel)).toEqual(chat)
})

it('reads a list with the windows it tells of, and knows what is no list', () => {
  const data = [{ id: 'a', max_model_len: 32_768 }, { id: 'b', context_length: 0 }, null, { name: 'c' }]
  expect(readModelList({ data })).toEqual([
    { id: 'a', contextTokens: 32_768 },
    { id: 'b', contextTokens: null },
  ])
  expect([null, [], {}, { data: 'x' }].map(readModelList)).toEqual([null, null, null, null])
})
