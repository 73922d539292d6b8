import { isBlank } from '#engine/is-blank.ts'
import type { CharacterRow } from '#server/characters/queries.ts'
import type { Viewer } from '#server/core/viewer.ts'
import type { HistoryEntry } from '#shared/chat.ts'
import type { Notes } from '#shared/notes.ts'
import { chargeTurn } from '../limits/daily-limit.ts'
import { findPlayer } from '../personas/player.ts'
import type { ChatDeps } from '../replies/chat-deps.ts'
import { startDraft } from '../replies/generate-reply.ts'
import { draftSource, type ReplySource } from '../replies/stream-reply.ts'
import { assertAllowed, precedingOf, screenHistory, screenMessage } from '../screening/screen-turn.ts'
import { kindAfter } from './begin-turn.ts'
import type { ReplyOptions } from './send-message.ts'

interface Answered extends ReplyOptions {
  /** What was said before the message. */
  history: HistoryEntry[]
  /** Empty: the character goes on. */
  message: string
  notes?: Notes | null
}

/**
 * Lets a character answer a chat that the client sends whole. Nothing is stored. The model stops when the client closes the
 * connection.
 */
export async function answerHistory(
  chat: ChatDeps,
  viewer: Viewer,
  character: CharacterRow,
  { history, message, notes = null, ...options }: Answered,
): Promise<ReplySource> {
  const { context } = chat
  const player = await findPlayer(context, context.db, { viewer, character, chosenId: null })
  const turn = { viewer, character, player }
  await screenHistory(context, turn, history)
  const noted = { surface: 'message', kind: 'notes', text: notes?.note ?? '', conversationId: '' } as const
  if (notes) await assertAllowed(context, turn, noted)
  const rows = historyRows(message ? [...history, { role: 'user', content: message }] : history)
  const screened = { text: message, ...precedingOf(history), conversationId: '' }
  const crisis = message ? screenMessage(context, turn, screened) : null
  const startedAt = context.clock.now()
  const messagesLeft = await chargeTurn(context, context.db, viewer)
  const draft = startDraft(chat, {
    ...turn,
    ...options,
    id: context.ids.uuid(),
    conversationId: null,
    parentId: null,
    userMessageId: null,
    notes: notes && JSON.stringify(notes),
    lorebooks: null,
    kind: kindAfter(rows.at(-1)),
    history: rows,
    input: [...history.map(({ content }) => content), message].join('\n\n'),
    crisis,
    memory: { isEnabled: false, version: 0 },
    anchor: null,
    startedAt,
    stored: Promise.resolve(),
  })
  return draftSource(draft, { conversationId: '', messagesLeft })
}

const historyRows = (history: HistoryEntry[]) =>
  history
    .filter(({ content }) => !isBlank(content))
    .map(({ role, content }, depth) => ({
      id: String(depth),
      depth,
      role: role === 'user' ? ('user' as const) : ('character' as const),
      content,
      status: 'complete' as const,
      persona_name: null,
    }))
