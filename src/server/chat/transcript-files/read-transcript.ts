import type { Transcript, TranscriptMessage } from '#engine/transcripts/transcript.ts'
import type { Context, Queryable } from '#server/core/context.ts'
import type { OwnConversationId } from '#server/core/owned-id.ts'
import type { Account } from '#server/core/viewer.ts'
import type { Notes } from '#shared/notes.ts'
import { ownName } from '#shared/personas.ts'
import { listBlocks, listFacts } from '../memory/queries.ts'
import { accountName } from '../personas/player.ts'
import { findPersonaInPlace, listPersonas } from '../personas/queries.ts'
import { listParticipants, type ParticipantRow } from '../scenes/queries.ts'
import { getOwnConversation } from '../tree/get-own-conversation.ts'
import { type ConversationRow, type MessageRow, readTree } from '../tree/queries.ts'

/** The viewer's own conversation with all its branches, without deleted messages. Throws `not_found` for any other. */
export async function readTranscript({ db }: Context, viewer: Account, id: string): Promise<Transcript> {
  const conversation = await getOwnConversation(db, viewer, id)
  const participants = conversation.turn_order === null ? [] : await listParticipants(db, conversation.id)
  const presenceOf = presenceIn(participants.map(({ character_id }) => character_id))
  const personas = await readPersonas(db, viewer, conversation)
  const messages: TranscriptMessage[] = []
  /** Where the next message of a branch is attached: at the message with this id, or at the one before it if it is empty. */
  const indexes = new Map<string | null, number | null>([[null, null]])
  for await (const rows of readTree(db, id)) {
    for (const row of rows) {
      const parent = indexes.get(row.parent_id)
      // What follows a deleted message is deleted with it.
      if (parent === undefined || row.hidden_at !== null) continue
      // Replies that failed, and messages that moderators removed.
      const isEmpty = row.content === ''
      indexes.set(row.id, isEmpty ? parent : messages.length)
      if (!isEmpty) messages.push({ ...viewMessage(row, parent), ...personas.nameOf(row), ...presenceOf(row) })
    }
  }
  return {
    ...(participants.length > 0 ? { participants: participants.map(viewParticipant) } : {}),
    turnOrder: conversation.turn_order ?? undefined,
    title: conversation.title,
    character: conversation.character_name,
    player: personas.player,
    ...personas.describe(messages),
    createdAt: conversation.created_at,
    ...(conversation.notes === null ? {} : { notes: JSON.parse(conversation.notes) as Notes }),
    ...(conversation.memory_version === 0 ? {} : await readMemory(db, conversation.id, indexes)),
    messages,
    leaf: indexes.get(conversation.active_leaf_id) ?? null,
  }
}

/** What is remembered of messages that are in the file, whose indexes are known. */
async function readMemory(
  db: Queryable,
  conversationId: OwnConversationId,
  indexes: ReadonlyMap<string | null, number | null>,
): Promise<Pick<Transcript, 'memory'>> {
  const blocks = await listBlocks(db, conversationId)
  const summaries = blocks.flatMap(({ summary: text, first_message_id, last_message_id, is_edited }) => {
    const [first, last] = [indexes.get(first_message_id) ?? null, indexes.get(last_message_id) ?? null]
    return text === '' || first === null || last === null ? [] : [{ text, first, last, edited: is_edited === 1 }]
  })
  const facts = (await listFacts(db, conversationId)).flatMap(({ text, sources: ids, is_pinned, is_own }) => {
    const sources = (JSON.parse(ids) as string[]).map((id) => indexes.get(id) ?? null)
    const isKnown = sources.every((index): index is number => index !== null)
    return isKnown ? [{ text, sources, pinned: is_pinned === 1, own: is_own === 1 }] : []
  })
  return summaries.length + facts.length === 0 ? {} : { memory: { summaries, facts } }
}

/** Who the player is now, and was when each message was said. */
async function readPersonas(db: Queryable, viewer: Account, { persona_id, character_id }: ConversationRow) {
  const own = accountName(viewer)
  const place = { userId: viewer.id, characterId: character_id, chosenId: persona_id }
  const present = persona_id === ownName ? undefined : await findPersonaInPlace(db, place)
  const player = present?.name ?? own
  const all = await listPersonas(db, viewer.id)
  return {
    player,
    nameOf({ role, persona_name }: MessageRow): Pick<TranscriptMessage, 'player'> {
      const name = persona_name ?? own
      return role === 'user' && name !== player ? { player: name } : {}
    },
    /** The descriptions of those who say something. */
    describe(messages: readonly TranscriptMessage[]): Pick<Transcript, 'personas'> {
      const names = new Set([player, ...messages.flatMap((message) => message.player ?? [])])
      const personas = all.filter(({ name, description }) => names.has(name) && description !== '')
      return personas.length > 0 ? { personas: personas.map(({ name, description }) => ({ name, description })) } : {}
    },
  }
}

const viewParticipant = ({ character_id: id, character_name: name }: ParticipantRow) => ({ id, name })

/** Who said a message and who was present, as indexes of participants. */
function presenceIn(ids: string[]) {
  const indexes = (list: string | null) =>
    list === null ? undefined : (JSON.parse(list) as string[]).map((id) => ids.indexOf(id)).filter((at) => at >= 0)
  return (row: MessageRow): Pick<TranscriptMessage, 'speaker' | 'audience' | 'presentAfter'> => {
    if (ids.length === 0) return {}
    const speaker = row.speaker_id === null ? -1 : ids.indexOf(row.speaker_id)
    const [audience, presentAfter] = [indexes(row.audience), indexes(row.present_after)]
    return {
      ...(speaker < 0 ? {} : { speaker }),
      audience,
      presentAfter,
    }
  }
}

function viewMessage(row: MessageRow, parent: number | null): TranscriptMessage {
  const { role, content, status, created_at, branch_name, expression } = row
  const named = branch_name === null ? {} : { name: branch_name }
  const marks = { ...(row.is_excluded === 1 && { excluded: true }), ...(row.is_edited === 1 && { edited: true }) }
  return {
    parent,
    role,
    content,
    ...(expression && { expression }),
    status: status === 'complete' ? 'complete' : 'interrupted',
    createdAt: created_at,
    ...named,
    ...marks,
  }
}
