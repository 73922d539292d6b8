import { expect } from 'vitest'
import type { ConversationMemory } from '#shared/memory.ts'
import { startMemoryUpstream } from './memory-upstream.ts'
import { createCharacter, createTestApp, waitForReplies } from './test-app.ts'

/** A server whose model writes summaries, with a player and a character of somebody else. */
export async function createMemoryApp({ env = {} }: { env?: object } = {}) {
  const upstream = await startMemoryUpstream()
  const app = await createTestApp({ env: { ...upstream.env, ...env } })
  const player = await app.signUp()
  const character = await createCharacter(await app.signUp('author'))
  const memoryOf = (id: string) => player.get<ConversationMemory>(`/api/conversations/${id}/memory`)
  return {
    app,
    upstream,
    player,
    character,
    async startConversation(): Promise<string> {
      const { conversation } = await player.begin(character.id)
      return conversation.id
    },
    send: (conversationId: string, message: string) => player.chat(character.id, message, { conversationId }),
    memoryOf,
    /** Waits until the job that the last reply has added is done. */
    async waitForMemory(id: string): Promise<ConversationMemory> {
      await waitForReplies(app)
      await expect.poll(async () => (await memoryOf(id)).pending).toBe(false)
      return memoryOf(id)
    },
    async close(): Promise<void> {
      await app.close()
      await upstream.close()
    },
  }
}
