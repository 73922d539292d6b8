import { setImmediate as nextTick } from 'node:timers/promises'
import { readTranscripts } from '#engine/transcripts/read-transcripts.ts'
import { type Transcript, TranscriptError } from '#engine/transcripts/transcript.ts'
import { characterScope } from '#server/characters/character-scope.ts'
import { type CharacterRow, findAccessibleCharacter } from '#server/characters/queries.ts'
import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError, notFound } from '#server/http/api-error.ts'
import { type Conversation, chatLimits } from '#shared/chat.ts'
import { type ImportRequest, transcriptLimits } from '#shared/transcripts.ts'
import type { ChatDeps } from '../chat-deps.ts'
import { newConversation } from '../conversations/create-conversation.ts'
import { findListedConversation, insertConversation } from '../conversations/queries.ts'
import { insertMessages, type NewMessage, saveConversationSearch, updateConversation } from '../queries.ts'
import { startConversation } from '../turns/queries.ts'
import { screenHistory } from '../turns/screen-turn.ts'
import { titleFrom } from '../turns/title.ts'
import { viewConversation } from '../view.ts'

/** Messages that are screened or inserted before other requests have their turn. */
const batchSize = 50

/**
 * Creates a conversation with the character for each conversation of the file, with all branches. Its messages are
 * marked as seeded, since the server cannot know who wrote them. It counts neither as a chat of the character nor towards
 * the daily limit. Throws `bad_request` for a file that cannot be read, and what `screenHistory` throws.
 */
export async function importTranscripts(
  { context }: ChatDeps,
  viewer: Viewer,
  { characterId, text }: ImportRequest,
): Promise<Conversation[]> {
  const scope = characterScope(context, viewer)
  const character = await findAccessibleCharacter(context.db, scope, characterId)
  if (!character) throw notFound()
  const transcripts = readWithinLimits(text)
  for (const transcript of transcripts) await screenTranscript(context, { viewer, character }, transcript)
  const imported: Conversation[] = []
  for (const transcript of transcripts) {
    const id = await insertTranscript(context, { viewer, character }, transcript)
    const row = await findListedConversation(context.db, viewer.id, id)
    if (row) imported.push(viewConversation(row, scope))
  }
  return imported
}

function readWithinLimits(text: string): Transcript[] {
  const transcripts = readOrReject(text)
  const count = transcripts.reduce((sum, { messages }) => sum + messages.length, 0)
  const isTooLong = ({ content }: { content: string }) => content.length > transcriptLimits.message
  if (count > transcriptLimits.messages || transcripts.some(({ messages }) => messages.some(isTooLong))) {
    const { messages, message } = transcriptLimits
    throw new ApiError('bad_request', {
      message: `A file can have ${messages.toLocaleString('en')} messages of ${message.toLocaleString('en')} characters each. Please split it.`,
    })
  }
  return transcripts
}

function readOrReject(text: string): Transcript[] {
  try {
    return readTranscripts(text)
  } catch (error) {
    if (error instanceof TranscriptError) throw new ApiError('bad_request', { message: error.message })
    throw error
  }
}

interface Import {
  viewer: Viewer
  character: CharacterRow
}

async function screenTranscript(context: Context, turn: Import, { messages }: Transcript): Promise<void> {
  for (let from = 0; from < messages.length; from += batchSize) {
    const history = messages.slice(from, from + batchSize)
    screenHistory(
      context,
      turn,
      history.map(({ role, content }) => ({ role: role === 'user' ? 'user' : 'assistant', content })),
    )
    await nextTick()
  }
}

/** The conversation is listed once it is whole: one whose import broke off expires. */
async function insertTranscript(context: Context, { viewer, character }: Import, transcript: Transcript) {
  const now = context.clock.now()
  const { conversation } = newConversation(context, { user: viewer, character, messages: [], now })
  const { id } = conversation
  const rows = messageRows(context, id, transcript)
  const created_at = transcript.createdAt || now
  await insertConversation(context.db, {
    ...conversation,
    created_at,
    title: transcript.title.slice(0, chatLimits.title),
  })
  for (let from = 0; from < rows.length; from += batchSize) {
    await context.transact((trx) => insertMessages(trx, rows.slice(from, from + batchSize)))
  }
  const title = titleFrom(transcript.messages.find(({ role }) => role === 'user')?.content ?? '')
  await context.transact(async (trx) => {
    const leaf = transcript.leaf === null ? null : (rows[transcript.leaf]?.id ?? null)
    await updateConversation(trx, id, { active_leaf_id: leaf })
    const started = await startConversation(trx, { conversationId: id, title, now })
    if (started) await saveConversationSearch(trx, started)
  })
  return id
}

function messageRows({ ids, clock }: Context, conversationId: string, { messages }: Transcript): NewMessage[] {
  const rows: NewMessage[] = []
  for (const { parent, role, content, status, createdAt } of messages) {
    const before = parent === null ? undefined : rows[parent]
    rows.push({
      id: ids.uuid(),
      conversation_id: conversationId,
      parent_id: before?.id ?? null,
      depth: (before?.depth ?? -1) + 1,
      role,
      content: content.replaceAll('\u0000', '').toWellFormed(),
      status: role === 'user' ? 'complete' : status,
      is_seeded: 1,
      created_at: createdAt || clock.now(),
    })
  }
  return rows
}
