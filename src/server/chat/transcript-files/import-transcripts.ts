import { setImmediate } from 'node:timers/promises'
import { expressionOf } from '#engine/expressions/expression-of.ts'
import type { TranscriptMessage, TranscriptNotes } from '#engine/transcripts/transcript.ts'
import { characterScope } from '#server/characters/character-scope.ts'
import type { CharacterRow } from '#server/characters/queries.ts'
import { getChatCharacter } from '#server/characters/screen-character.ts'
import type { Context } from '#server/core/context.ts'
import type { OwnConversationId } from '#server/core/owned-id.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { assertCheckable } from '#server/screening/screen-text.ts'
import { PlayerName } from '#shared/accounts.ts'
import { BranchName, branchLimits } from '#shared/branches.ts'
import { type Conversation, chatLimits } from '#shared/chat.ts'
import { cleanText } from '#shared/clean-text.ts'
import { type Notes, noteLimits } from '#shared/notes.ts'
import type { ImportResponse } from '#shared/transcripts.ts'
import { findListedConversation } from '../conversations/list/queries.ts'
import { viewConversation } from '../conversations/view.ts'
import { accountName } from '../personas/player.ts'
import { listPersonas, type PersonaRow } from '../personas/queries.ts'
import { incompleteLifetime, storeWhole } from '../purge/store-whole.ts'
import type { ChatDeps } from '../replies/chat-deps.ts'
import { insertParticipants } from '../scenes/queries.ts'
import { createSeededCheck, endOf } from '../screening/screen-turn.ts'
import {
  insertConversation,
  insertMessages,
  type NewMessage,
  saveConversationSearch,
  updateConversation,
  updateMessage,
} from '../tree/queries.ts'
import { titleFrom } from '../tree/title.ts'
import { newConversation } from '../turns/new-conversation.ts'
import { startConversation } from '../turns/queries.ts'
import type { ImportFile } from './import-file.ts'
import { insertMemory } from './import-memory.ts'
import { type ImportedScene, importScene, participantRows, presenceColumns, withUnknownName } from './import-scene.ts'
import { matchCharacter } from './match-character.ts'

/** Messages that are screened, or stored, together at the most. */
const batchSize = 50
/** About the most UTF-16 code units of one transaction: a message sent by somebody else waits until they are on disk. */
const transactionSize = 100_000

/**
 * Creates a conversation with the character, or that of the name in the file, for each conversation of the file, with all branches. Its messages are
 * marked as seeded, since the server cannot know who wrote them. It counts neither as a chat of the character nor towards
 * the daily limit. Throws `bad_request` for a file that cannot be read, and what the check of its messages throws.
 */
export async function importTranscripts(
  { context }: ChatDeps,
  viewer: Viewer,
  { characterId, transcripts, leftOut }: ImportFile,
): Promise<ImportResponse> {
  const scope = characterScope(context, viewer)
  const chosen = characterId === undefined ? null : await getChatCharacter(context, viewer, characterId, null)
  const personas = await listPersonas(context.db, viewer.id)
  const conversations: ImportedConversation[] = []
  for (const transcript of transcripts) {
    const character = chosen ?? (await matchCharacter(context, viewer, transcript))
    const turn = { viewer, character }
    const scene = await importScene(context, turn, transcript)
    const messages = transcript.messages.map((message) => withUnknownName(scene, withPlayerName(message)))
    const { notes, cut } = fitNotes(transcript.notes)
    leftOut.push(...cut)
    conversations.push({ ...scene, notes, turn, personas, messages })
  }
  for (const conversation of conversations) await screenTranscript(context, conversation)
  const excluded = transcripts.reduce((sum, transcript) => sum + transcript.excluded, 0)
  return storeWhole(context, async (stored) => {
    const imported: Conversation[] = []
    for (const conversation of conversations) {
      const id = await insertTranscript(context, conversation, stored)
      const row = await findListedConversation(context.db, viewer.id, id)
      if (row) imported.push(viewConversation(row, scope))
    }
    return { conversations: imported, excluded, leftOut }
  })
}

type ImportedConversation = ImportedScene & {
  notes: Notes | null
  turn: { viewer: Viewer; character: CharacterRow }
  personas: PersonaRow[]
  messages: TranscriptMessage[]
}

/** Screens each message with the one before it on its path, which may be anywhere before it in the file. */
async function screenTranscript(context: Context, imported: ImportedConversation): Promise<void> {
  const { turn, cues, messages, notes } = imported
  const screen = createSeededCheck(context, { ...turn, cues })
  const ends: string[] = []
  const { facts = [], summaries = [] } = imported.transcript.memory ?? {}
  const remembered = [...facts, ...summaries].map(({ text }) => text)
  for (const text of [notes?.scene, notes?.note, ...remembered]) {
    if (text) await screen({ role: 'user', text, before: '' })
  }
  for (const [index, { parent, role, content, player }] of messages.entries()) {
    // Other requests are answered between two batches.
    if (index % batchSize === 0) await setImmediate()
    assertCheckable(content)
    const text = player === undefined ? content : `${player}: ${content}`
    const before = parent === null ? '' : (ends[parent] ?? '')
    await screen({ role, text, before })
    ends.push(endOf(text, before))
  }
}

/** Inserts a conversation, which is listed once it is complete. An incomplete import expires. */
async function insertTranscript(context: Context, imported: ImportedConversation, stored: OwnConversationId[]) {
  const { turn, transcript, messages, ids: participantIds } = imported
  const { viewer, character } = turn
  const now = context.clock.now()
  const { conversation } = newConversation(context, { user: viewer, character, messages: [], now })
  const { id } = conversation
  const created_at = transcript.createdAt || now
  stored.push(id)
  await insertConversation(context.db, {
    ...conversation,
    created_at,
    title: cleanText(transcript.title.slice(0, chatLimits.title)),
    persona_id: personaNamed(imported, transcript.player)?.id ?? null,
    turn_order: participantIds.length > 0 ? (transcript.turnOrder ?? 'addressed') : null,
    notes: imported.notes && JSON.stringify(imported.notes),
    expires_at: now + incompleteLifetime,
  })
  await insertParticipants(context.db, participantRows(conversation, imported, now))
  const inserted: InsertedMessage[] = []
  for (let from = 0; from < messages.length; ) {
    const part = takePart(messages, from)
    const rows = part.map((message) => {
      const row = messageRow(context, { conversationId: id, viewer, imported, inserted }, message)
      inserted.push({ id: row.id, depth: row.depth, parent_id: row.parent_id })
      return row
    })
    await context.transact(async (trx) => {
      await insertMessages(trx, rows)
      for (const [index, { name }] of part.entries()) {
        const row = rows[index]
        if (name && row) await updateMessage(trx, id, row.id, { branch_name: readBranchName(name) })
      }
    })
    from += part.length
  }
  const { memory } = transcript
  const own = { conversationId: id, ownId: character.id }
  if (memory) await insertMemory(context, { ...own, memory, inserted })
  const title = titleFrom(cleanText(messages.find(({ role }) => role === 'user')?.content ?? ''))
  await context.transact(async (trx) => {
    const leaf = transcript.leaf === null ? null : (inserted[transcript.leaf]?.id ?? null)
    await updateConversation(trx, id, { active_leaf_id: leaf })
    const started = await startConversation(trx, { conversationId: id, title, now })
    if (started) await saveConversationSearch(trx, started)
  })
  return id
}

/** The messages of the next transaction: at least one. */
function takePart(messages: readonly TranscriptMessage[], from: number): TranscriptMessage[] {
  let text = 0
  let end = from
  while (end < messages.length && end - from < batchSize && text < transactionSize) {
    text += messages[end]?.content.length ?? 0
    end += 1
  }
  return messages.slice(from, end)
}

type InsertedMessage = Pick<NewMessage, 'id' | 'depth' | 'parent_id'>

interface Insertion {
  conversationId: string
  viewer: Viewer
  imported: ImportedConversation
  /** By the indexes of the file. */
  inserted: readonly InsertedMessage[]
}

function messageRow(
  { ids, clock }: Context,
  { conversationId, viewer, imported, inserted }: Insertion,
  message: TranscriptMessage,
): NewMessage {
  const { parent, role, content, status, excluded, edited, createdAt, expression } = message
  const before = parent === null ? undefined : inserted[parent]
  return {
    id: ids.uuid(),
    conversation_id: conversationId,
    parent_id: before?.id ?? null,
    depth: (before?.depth ?? -1) + 1,
    role,
    content,
    status: role === 'user' ? 'complete' : status,
    is_seeded: 1,
    is_excluded: excluded ? 1 : 0,
    is_edited: edited ? 1 : 0,
    // A greeting has the usual face.
    expression: role === 'character' && parent !== null ? (expression ?? expressionOf(content)) : null,
    created_at: createdAt || clock.now(),
    ...personaColumns(viewer, imported, message),
    ...presenceColumns(imported, message),
  }
}

/** The notes within the limits of this server, and what is cut from them. */
function fitNotes(notes: TranscriptNotes | undefined): { notes: Notes | null; cut: string[] } {
  const { scene = '', note = '', role = 'system', depth = 0, interval = 1 } = notes ?? {}
  const between = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value))
  const fitted = {
    scene: cleanText(scene.slice(0, noteLimits.scene)),
    note: cleanText(note.slice(0, noteLimits.note)),
    depth: between(depth, 0, noteLimits.depth),
    role,
    interval: between(interval, 1, noteLimits.interval),
  }
  const isCut = scene.length > noteLimits.scene || note.length > noteLimits.note
  const cut = isCut ? [`what is more than ${noteLimits.note.toLocaleString('en')} characters of its notes`] : []
  return { notes: fitted.scene === '' && fitted.note === '' ? null : fitted, cut }
}

/** Removes a name of the player that this server does not allow. */
function withPlayerName({ player, ...message }: TranscriptMessage): TranscriptMessage {
  const name = player === undefined ? undefined : PlayerName.safeParse(player).data
  return name === undefined ? message : { ...message, player: name }
}

const personaNamed = ({ personas }: ImportedConversation, name: string) =>
  personas.find((persona) => persona.name === name)

/** The persona columns of a message: the persona with the player's name in the file, the account, or another name. */
function personaColumns(
  viewer: Viewer,
  imported: ImportedConversation,
  { role, player }: TranscriptMessage,
): Pick<NewMessage, 'persona_id' | 'persona_name'> {
  const persona = role === 'user' ? personaNamed(imported, player ?? imported.transcript.player) : undefined
  if (persona) return { persona_id: persona.id, persona_name: persona.name }
  return { persona_id: null, persona_name: player === undefined || player === accountName(viewer) ? null : player }
}

/** The name, if this server allows it; else null. */
function readBranchName(name: string): string | null {
  return BranchName.safeParse({ name: name.slice(0, branchLimits.name) }).data?.name || null
}
