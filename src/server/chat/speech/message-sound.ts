import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { plainText } from '#engine/prose/plain-text.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError, orNotFound } from '#server/http/api-error.ts'
import { type Sound, type SoundType, soundTypes } from '#server/providers/voices/provider.ts'
import { subscribeToReply } from '../replies/subscribe.ts'
import { getOwnConversation } from '../tree/get-own-conversation.ts'
import { findMessage, type OwnMessageRow } from '../tree/queries.ts'
import { speak } from './ask-voices.ts'
import { deleteSound, findSound, insertSound, type MessageSound } from './queries.ts'
import type { SpeechDeps } from './speech-deps.ts'

interface Part {
  conversationId: string
  messageId: string
  from: number
  to: number
  voice: string
  signal: AbortSignal
}

/**
 * The sound of a part of one of the viewer's messages. The text is the server's own, so that nothing is spoken that has not
 * passed the safety policy. It is stored with the message, so that no account can find out what was spoken to another.
 */
export async function openMessageSound(
  deps: SpeechDeps,
  viewer: Viewer,
  { conversationId, messageId, from, to, voice, signal }: Part,
): Promise<Sound> {
  const { context } = deps
  const conversation = await getOwnConversation(context.db, viewer, conversationId)
  const message = orNotFound(await findMessage(context.db, conversation.id, messageId))
  const text = plainText((await readText(deps, message, to, signal)).slice(from, to))
  if (text === '') throw new ApiError('bad_request', { message: 'There is nothing to be spoken in this part.' })
  const hash = createHash('sha256')
    .update(JSON.stringify([voice, text]))
    .digest('hex')
  const stored = await openStored(deps, message.id, hash)
  if (stored) return stored
  const { type, stream } = await speak(deps, viewer, { text, voice, signal })
  const row = { message_id: message.id, owner_id: viewer.id, hash, type }
  return {
    type,
    stream: Readable.from(
      storeAfter(stream, (bytes) => storeSound(deps, row, bytes)),
      { objectMode: false },
    ),
  }
}

/** The text of a message, of a reply that is being written once it has `length` code units. */
function readText(
  { context, liveReplies }: SpeechDeps,
  message: OwnMessageRow,
  length: number,
  signal: AbortSignal,
): Promise<string> {
  if (message.status !== 'streaming') return Promise.resolve(message.content)
  return new Promise((resolve) => {
    let text = ''
    let unsubscribe = () => {}
    const finish = () => {
      unsubscribe()
      resolve(text)
    }
    const receive = (next: string) => {
      text = next
      if (text.length >= length) finish()
    }
    unsubscribe = subscribeToReply(context, liveReplies, message, 0, {
      onText: (added) => receive(text + added),
      onReplace: receive,
      onLoading() {},
      onEnd: finish,
    })
    if (text.length >= length) unsubscribe()
    signal.addEventListener('abort', finish, { once: true })
  })
}

async function openStored({ context, storage }: SpeechDeps, messageId: string, hash: string): Promise<Sound | null> {
  const row = await findSound(context.db, messageId, hash)
  if (!row) return null
  const file = await storage.open(fileOf(row))
  if (file) return { type: row.type as SoundType, stream: file.stream }
  // A crash came between the row and the file.
  await deleteSound(context.db, row.id)
  return null
}

async function* storeAfter(stream: Readable, store: (bytes: Buffer) => Promise<void>): AsyncGenerator<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) {
    chunks.push(chunk)
    yield chunk
  }
  await store(Buffer.concat(chunks))
}

/** The row is written before the file, which would never be deleted without one. A failure leaves the sound unstored. */
async function storeSound(
  { context, storage }: SpeechDeps,
  sound: Omit<MessageSound, 'id' | 'created_at'>,
  bytes: Buffer,
): Promise<void> {
  const row = { ...sound, id: context.ids.uuid(), created_at: context.clock.now() }
  try {
    if (await insertSound(context.db, row)) await storage.put(fileOf(row), bytes)
  } catch (error) {
    context.log.warn({ err: error }, 'a sound was not stored')
  }
}

export const fileOf = ({ id, type }: Pick<MessageSound, 'id' | 'type'>) => `${id}.${soundTypes[type as SoundType]}`
