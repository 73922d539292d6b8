import { expect, test } from 'vitest'
import { createCharacter, createSharedApp } from '#tests/support/test-app.ts'

/** Less than half of what is assumed, and the model counts more tokens than the estimate. */
const windowTokens = 4_096

// Its first reply teaches the window: the greeting comes first.
const app = await createSharedApp({
  env: { FREE_DAILY_MESSAGES: '1000' },
  upstream: { windowTokens, tokens: 200 },
})
const player = await app.signUp()
// The requests of replies are counted, without those for summaries.
await player.put('/api/auth/memory', { enabled: false })
const character = await createCharacter(await app.signUp())

test('a new greeting that does not fit is requested once more, with a shorter prompt', async () => {
  const author = await app.signUp()
  const { id } = await createCharacter(author, {
    definition: 'She keeps a lighthouse and counts the boats. '.repeat(200),
  })
  const before = app.upstream.requests.length
  const body = { characterId: id, originalGreeting: 'The old one.' }
  const { greeting } = await author.post<{ greeting: string }>('/api/new-chat-greeting', body)
  expect(greeting).not.toBe('The old one.')
  expect(app.upstream.requests).toHaveLength(before + 2)
})

test('60 messages to a model with a window of 4,096 tokens are all answered, and its window is learned once', async () => {
  let conversationId: string | undefined
  let requests = 0
  for (let turn = 1; turn <= 60; turn += 1) {
    const message = `Message ${turn}. ${'Tell me more about the harbour and its boats. '.repeat(8)}`
    const reply = await player.chat(character.id, message, { conversationId })
    expect(reply.response.length).toBeGreaterThan(500)
    conversationId = reply.conversationId
    requests = app.upstream.requests.length
  }
  expect(requests).toBeLessThanOrEqual(62)
  expect(app.logged()).toContain(`"windowTokens":${windowTokens}`)
})
