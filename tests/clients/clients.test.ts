import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeEach, describe, expect, it } from 'vitest'
import { createApiKey } from '#tests/support/create-api-key.ts'
import { createCharacter, createSharedApp } from '#tests/support/test-app.ts'

/** Installed by `run.ts`. */
const installed = pathToFileURL(path.resolve('.cache/clients/index.mjs')).href
const { ChatOpenAI, createOpenAICompatible, generateText, streamText } = await import(installed)

const app = await createSharedApp()
const pace = { ...app.upstream.pace }
const owner = await app.signUp()
const { key } = await createApiKey(app, owner, { scope: 'chat' })
const { id: model } = await createCharacter(owner)
const baseURL = `${app.url}/v1`
const prompt = 'Good evening.'

beforeEach(() => void Object.assign(app.upstream.pace, pace))

/** A chat with a client: the whole reply, and its pieces. */
interface Chat {
  reply: (options?: { stop?: string[]; key?: string; model?: string }) => Promise<string>
  pieces: (signal: AbortSignal) => AsyncIterable<string>
}

const langChain: Chat = {
  async reply({ stop, ...given } = {}) {
    return (await createLangChain(given).invoke(prompt, { stop })).content
  },
  async *pieces(signal) {
    for await (const { content } of await createLangChain({}).stream(prompt, { signal })) yield content
  },
}
const createLangChain = (given: { key?: string; model?: string }) =>
  new ChatOpenAI({ model: given.model ?? model, apiKey: given.key ?? key, maxRetries: 0, configuration: { baseURL } })

const aiSdk: Chat = {
  async reply({ stop, ...given } = {}) {
    return (await generateText({ ...createAiSdk(given), stopSequences: stop })).text
  },
  pieces: (abortSignal) => streamText({ ...createAiSdk({}), abortSignal, onError: () => {} }).textStream,
}
const createAiSdk = (given: { key?: string; model?: string }) => {
  const provider = createOpenAICompatible({ name: 'troupe', baseURL, apiKey: given.key ?? key })
  return { model: provider(given.model ?? model), prompt, maxRetries: 0 }
}

describe.each([
  ['LangChain', langChain],
  ['the AI SDK of Vercel', aiSdk],
])('%s', (_, chat) => {
  it('chats and streams', async () => {
    const whole = await chat.reply()
    expect(whole).not.toBe('')
    let streamed = ''
    for await (const piece of chat.pieces(new AbortController().signal)) streamed += piece
    expect(streamed).toBe(whole)
  })

  it('ends at a stop text', async () => {
    const [first = '', second = ''] = (await chat.reply()).split(' ')
    expect((await chat.reply({ stop: [second] })).trim()).toBe(first)
  })

  it('stops the model when it aborts', async () => {
    Object.assign(app.upstream.pace, { gapMs: 20, tokens: 5_000 })
    const controller = new AbortController()
    const read = async () => {
      for await (const piece of chat.pieces(controller.signal)) if (piece) controller.abort()
    }
    // Some end the stream, others throw.
    await read().catch(() => {})
    await app.upstream.waitForIdle()
  })

  it('gets errors that it understands', async () => {
    const statusOf = (error: { status?: number; statusCode?: number }) => error.status ?? error.statusCode
    expect(await chat.reply({ key: 'trp_wrong' }).catch(statusOf)).toBe(401)
    expect(await chat.reply({ model: 'gpt-4o' }).catch(statusOf)).toBe(404)
  })
})
