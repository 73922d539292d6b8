import { expect, test, vi } from 'vitest'
import type { Conversation } from '#shared/chat.ts'
import { type ChatErrorType, chatErrorMessages, type ErrorBody } from '#shared/errors.ts'
import { createCharacter, createSharedApp, textOf, waitForReplies } from '#tests/support/test-app.ts'
import { type FailureName, upstreamSecret } from '#tests/support/upstream-failures.ts'

const key = 'sk-canary-5f1c2d8e9a7b'

const app = await createSharedApp({ env: { FREE_DAILY_MESSAGES: '10', MODEL_API_KEY: key } })
const player = await app.signUp('player')
const character = await createCharacter(await app.signUp('author'))

/** One of each kind; tests/faults/model-errors.test.ts has what each failure of a service becomes. */
const failures: [FailureName, ChatErrorType, number][] = [
  ['rate-limit', 'rate_limited', 429],
  ['quota', 'quota_exceeded', 429],
  ['refusal', 'content_refused', 422],
  ['unauthorized', 'config_error', 500],
  ['server-error', 'server_error', 502],
  ['cut-mid-stream', 'server_error', 502],
]

test.each(failures)(
  '%s becomes %s with its catalogue message, and the user’s message is kept (spec 7.calls.chat.error)',
  async (failure, errorType, status) => {
    app.upstream.failure = failure
    const body = { characterId: character.id, message: `During ${failure}` }
    const response = await player.request<ErrorBody>('POST', '/api/chat', body)
    const userMessage = chatErrorMessages[errorType]
    expect(response).toMatchObject({ status, body: { errorType, userMessage, code: errorType } })
    expect(JSON.stringify(response.body)).not.toContain(upstreamSecret)
    const { conversationId = '', messageId = '' } = response.body

    const { messages } = await player.conversation(conversationId)
    const reply = messages.at(-1)
    expect(messages[1]).toMatchObject({ role: 'user', content: `During ${failure}`, status: 'complete' })
    expect(reply).toMatchObject({ id: messageId, error: { errorType, userMessage } })
    expect(reply?.status).toBe(reply?.content === '' ? 'failed' : 'interrupted')

    // The same failure with a streamed response.
    const stream = await player.stream('POST', '/api/chat', { body })
    const events = await stream.rest()
    expect(events[0]?.event).toBe('turn')
    expect(events.at(-1)).toMatchObject({ event: 'error', data: { errorType, userMessage } })
    expect(textOf(events).length).toBe(reply?.content.length)

    // A retry after the upstream has recovered replaces the failed reply.
    app.upstream.failure = null
    const retry = await player.request<{ messageId: string }>('POST', `/api/conversations/${conversationId}/replies`, {
      messageId,
    })
    expect(retry.status).toBe(200)
    const after = await player.conversation(conversationId)
    expect(after.messages.at(-1)).toMatchObject({ id: retry.body.messageId, status: 'complete', error: null })
    expect(after.messages).toHaveLength(3)
    await waitForReplies(app)
    app.clock.advance(86_400_000)
  },
)

test('a failed reply is replaced by the next message and is not sent to the model', async () => {
  app.upstream.failure = 'server-error'
  const failed = await player.request<ErrorBody>('POST', '/api/chat', { characterId: character.id, message: 'First' })
  app.upstream.failure = null
  const { conversationId = '' } = failed.body
  await player.chat(character.id, 'Second', { conversationId })
  const { messages } = await player.conversation(conversationId)
  expect(messages.map((message) => message.content).slice(1, 3)).toEqual(['First', 'Second'])
  expect(messages).toHaveLength(4)
})

const isTurn = (result: unknown) => typeof result === 'object' && result !== null && 'messagesLeft' in result

test.each(['stream', 'json'])(
  'a message whose sync to disk fails is not acknowledged, and its reply is given up (%s)',
  async (format) => {
    const { context } = app
    const { transactUnsynced } = context
    // Background jobs (search index, trends) write in this way too: only the turn's own transaction fails.
    const failedSync = vi.spyOn(context, 'transactUnsynced').mockImplementation(async (work) => {
      const { result, synced: stored } = await transactUnsynced(work)
      if (!isTurn(result)) return { result, synced: stored }
      const synced = Promise.reject(new Error('EIO: i/o error, fdatasync'))
      synced.catch(() => {})
      return { result, synced }
    })
    const body = { characterId: character.id, message: 'Is this kept?' }
    const { status } =
      format === 'stream'
        ? (await player.stream('POST', '/api/chat', { body })).response
        : await player.request('POST', '/api/chat', body)
    failedSync.mockRestore()
    expect(status).toBe(500)
    await waitForReplies(app)
    const [newest] = await player.get<Conversation[]>('/api/conversations')
    const { messages } = await player.conversation(newest?.id)
    const userMessage = 'The message could not be stored. Send it again.'
    expect(messages.at(-1)).toMatchObject({ content: '', status: 'failed', error: { userMessage } })
  },
)

test('the log names the error and does not contain the API key', () => {
  expect(app.logged()).toContain('the model failed to generate a reply')
  expect(app.logged()).not.toContain(key)
})
