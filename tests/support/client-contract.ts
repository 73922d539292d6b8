import { beforeEach, describe, expect, it } from 'vitest'
import { createApiKey } from './create-api-key.ts'
import { createCharacter, type TestApp } from './test-app.ts'

export interface ClientOptions {
  baseURL: string
  key: string
  model: string
  /** A text at which the reply ends. */
  stop?: string
}

/** A client of OpenAI's protocol, which says “Good evening.” */
export interface ChatClient {
  reply: (options: ClientOptions) => Promise<string>
  pieces: (options: ClientOptions, signal: AbortSignal) => AsyncIterable<string>
}

/** What every client of OpenAI's protocol can do at `/v1`. */
export function describeClient(name: string, app: TestApp, { reply, pieces }: ChatClient): void {
  describe(name, () => {
    const pace = { ...app.upstream.pace }
    let options: ClientOptions
    beforeEach(async () => {
      Object.assign(app.upstream.pace, pace)
      const owner = await app.signUp()
      const { key } = await createApiKey(app, owner, { scope: 'chat' })
      options = { baseURL: `${app.url}/v1`, key, model: (await createCharacter(owner)).id }
    })

    it('chats, streams, and ends at a stop text', async () => {
      const whole = await reply(options)
      const [first = '', stop = ''] = whole.split(' ')
      expect(first).not.toBe('')
      let streamed = ''
      for await (const piece of pieces(options, new AbortController().signal)) streamed += piece
      expect(streamed).toBe(whole)
      expect((await reply({ ...options, stop })).trim()).toBe(first)
    })

    it('stops the model when it aborts', async () => {
      Object.assign(app.upstream.pace, { gapMs: 20, tokens: 5_000 })
      const controller = new AbortController()
      const read = async () => {
        for await (const piece of pieces(options, controller.signal)) if (piece) controller.abort()
      }
      // Some end the stream, others throw.
      await read().catch(() => {})
      await app.upstream.waitForIdle()
    })

    it('gets errors that it understands', async () => {
      const statusOf = (error: { status?: number; statusCode?: number }) => error.status ?? error.statusCode
      expect(await reply({ ...options, key: 'trp_wrong' }).catch(statusOf)).toBe(401)
      expect(await reply({ ...options, model: 'gpt-4o' }).catch(statusOf)).toBe(404)
    })
  })
}
