import type { Character } from '#shared/characters.ts'
import { type Client, createCharacter, createTestApp, type StreamReader, type TestApp } from './test-app.ts'

export interface ReplyFixture {
  app: TestApp
  player: Client
  character: Character
}

/** A server with a player, and somebody else's character to talk with. */
export async function createReplyFixture(): Promise<ReplyFixture> {
  const app = await createTestApp()
  return { app, player: await app.signUp(), character: await createCharacter(await app.signUp('author')) }
}

export interface StartedReply {
  stream: StreamReader
  conversationId: string
  messageId: string
  /** Its first text. */
  received: string
}

/** Starts a reply of this many tokens, `gapMs` apart, and waits for its first text. */
export async function startReply(
  { app, player, character }: ReplyFixture,
  pace: { tokens: number; gapMs: number },
): Promise<StartedReply> {
  Object.assign(app.upstream.pace, { firstTokenMs: 1, ...pace })
  const body = { characterId: character.id, message: 'Go on, then.' }
  const stream = await player.stream('POST', '/api/chat', { body })
  const turn = await stream.next()
  const first = await stream.next()
  return {
    stream,
    conversationId: String(turn?.data.conversationId),
    messageId: String(turn?.data.messageId),
    received: String(first?.data.text),
  }
}
