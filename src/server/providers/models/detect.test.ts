import { createServer } from 'node:http'
import { type AddressInfo, createServer as createRawServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { startUpstream } from '#tests/support/upstream.ts'
import { detectLocalModel } from './detect.ts'
import { isChatModel, parseModelList } from './model-list.ts'

/** Milliseconds: a busy machine answers within it. */
const timeout = 2_000

async function startModelServer(models: string[]): Promise<number> {
  const upstream = await startUpstream({ models })
  onTestFinished(() => upstream.close())
  return upstream.port
}

/** A server that is no model server: it returns a page for every path, or never responds. */
async function startOtherServer(responds: boolean): Promise<number> {
  const server = responds
    ? createServer((_request, response) => void response.end('<h1>My app</h1>'))
    : createRawServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

it('finds the first chat model of the first service in the list', async () => {
  const ports = {
    'llama-cpp': await startModelServer(['llama-cpp-model']),
    ollama: await startModelServer(['nomic-embed-text:latest', 'muse:8b', 'other']),
  }
  const found = await detectLocalModel(ports, undefined, timeout)
  expect(found).toMatchObject({
    id: 'muse:8b',
    service: { id: 'ollama' },
    baseUrl: `http://127.0.0.1:${ports.ollama}/v1`,
  })
})

it('finds the model with a given name on any service', async () => {
  const ports = {
    ollama: await startModelServer(['muse:8b']),
    'lm-studio': await startModelServer(['bard', 'poet:latest']),
  }
  expect(await detectLocalModel(ports, 'bard', timeout)).toMatchObject({ service: { id: 'lm-studio' } })
  expect(await detectLocalModel(ports, 'poet', timeout)).toMatchObject({ id: 'poet:latest' })
  expect(await detectLocalModel(ports, 'missing', timeout)).toBeNull()
})

it('skips servers that are no model servers or do not respond', async () => {
  const ports = {
    ollama: await startOtherServer(false),
    'llama-cpp': await startOtherServer(true),
    koboldcpp: await startModelServer(['kobold']),
  }
  expect(await detectLocalModel(ports, undefined, timeout)).toMatchObject({ id: 'kobold' })
  expect(await detectLocalModel({ ollama: await startModelServer([]) })).toBeNull()
})

it('recognises chat models by their names', () => {
  const others = ['text-embedding-3-small', 'bge-m3', 'whisper-1', 'tts-1', 'llama-guard3', 'dall-e-3', 'all-minilm']
  expect(others.filter(isChatModel)).toEqual([])
  const chat = ['gemma3:12b', 'llama-3.3-70b', 'mistral-small', 'qwen3', 'gpt-4.1', 'phi-4', 'koboldcpp/Fimbulvetr']
  expect(chat.filter(isChatModel)).toEqual(chat)
})

it('parses a list of models with their context windows, and returns null for anything else', () => {
  const data = [{ id: 'a', max_model_len: 32_768 }, { id: 'b', context_length: 0 }, null, { name: 'c' }]
  expect(parseModelList({ data })).toEqual([
    { id: 'a', contextTokens: 32_768, prices: null },
    { id: 'b', contextTokens: null, prices: null },
  ])
  expect([null, [], {}, { data: 'x' }].map(parseModelList)).toEqual([null, null, null, null])
})
