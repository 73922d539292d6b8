import { setImmediate as nextTick } from 'node:timers/promises'
import type { Transcript, TranscriptMessage } from '#engine/transcripts/transcript.ts'
import { characterScope } from '#server/characters/character-scope.ts'
import type { CharacterRow } from '#server/characters/queries.ts'
import { getChatCharacter } from '#server/characters/screen-character.ts'
import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { assertCheckable } from '#server/screening/screen-text.ts'
import { PlayerName } from '#shared/accounts.ts'
import { BranchName, branchLimits } from '#shared/branches.ts'
import { type Conversation, chatLimits } from '#shared/chat.ts'
import { cleanText } from '#shared/clean-text.ts'
import type { ImportRequest } from '#shared/transcripts.ts'
import type { ChatDeps } from '../chat-deps.ts'
import { newConversation } from '../conversations/create-conversation.ts'
import { findListedConversation } from '../conversations/list/queries.ts'
import { insertConversation } from '../conversations/queries.ts'
import { accountName } from '../personas/player.ts'
import { listPersonas, type PersonaRow } from '../personas/queries.ts'
import { insertMessages, type NewMessage, saveConversationSearch, updateConversation } from '../queries.ts'
import { insertParticipants } from '../scenes/queries.ts'
import { startConversation } from '../turns/queries.ts'
import { createSeededCheck, endOf } from '../turns/screen-turn.ts'
import { titleFrom } from '../turns/title.ts'
import { saveBranchName } from '../versions/queries.ts'
import { viewConversation } from '../view.ts'
import { readFile } from './import-reader.ts'
import { type ImportedScene, importScene, participantRows, presenceColumns } from './import-scene.ts'
import { shareThread } from './share-thread.ts'

/** Messages screened in one turn of the event loop. */
const batchSize = 50
/**
 * The most messages of one transaction, and about the most of their UTF-16 code units: a message sent by somebody else waits
 * until the batch is on disk.
 */
const batchMax = { messages: 50, text: 100_000 }

/**
 * Creates a conversation with the character for each conversation of the file, with all branches. Its messages are
 * marked as seeded, since the server cannot know who wrote them. It counts neither as a chat of the character nor towards
 * the daily limit. Throws `bad_request` for a file that cannot be read, and what the check of its messages throws.
 */
export async function importTranscripts(
  { context }: ChatDeps,
  viewer: Viewer,
  { characterId, text }: ImportRequest,
): Promise<Conversation[]> {
  const scope = characterScope(context, viewer)
  const character = await getChatCharacter(context, viewer, characterId)
  const turn = { viewer, character }
  const personas = await listPersonas(context.db, viewer.id)
  const scenes: ImportedScene[] = []
  for (const transcript of await readFile(text)) {
    // Other requests are answered before the next walk through the messages.
    await nextTick()
    scenes.push(await importScene(context, turn, withPlayerNames(transcript)))
  }
  for (const { transcript, cues } of scenes) await screenTranscript(context, { ...turn, cues }, transcript)
  const imported: Conversation[] = []
  for (const scene of scenes) {
    const id = await insertTranscript(context, turn, { ...scene, personas })
    const row = await findListedConversation(context.db, viewer.id, id)
    if (row) imported.push(viewConversation(row, scope))
  }
  return imported
}

interface Import {
  viewer: Viewer
  character: CharacterRow
  /** The cues of the scene's characters. */
  cues?: ReadonlySet<string> | undefined
}

/** Screens each message with the one before it on its path, which may be anywhere before it in the file. */
async function screenTranscript(context: Context, turn: Import, { messages }: Transcript): Promise<void> {
  const screen = createSeededCheck(context, turn)
  const pause = shareThread(context.clock)
  const ends: string[] = []
  for (let from = 0; from < messages.length; from += batchSize) {
    const batch = messages.slice(from, from + batchSize)
    assertCheckable(...batch.map(({ content }) => content))
    for (const { parent, role, content, player } of batch) {
      const text = player === undefined ? content : `${player}: ${content}`
      const before = parent === null ? '' : (ends[parent] ?? '')
      await screen({ role, text, before })
      ends.push(endOf(text, before))
      await pause()
    }
  }
}

/** Inserts a conversation, which is listed once it is complete. An incomplete import expires. */
async function insertTranscript(context: Context, { viewer, character }: Import, scene: PersonaScene) {
  const { transcript, ids: participantIds } = scene
  const now = context.clock.now()
  const { conversation } = newConversation(context, { user: viewer, character, messages: [], now })
  const { id } = conversation
  const rows = messageRows(context, id, viewer, scene)
  const created_at = transcript.createdAt || now
  await insertConversation(context.db, {
    ...conversation,
    created_at,
    title: cleanText(transcript.title.slice(0, chatLimits.title)),
    persona_id: personaNamed(scene, transcript.player)?.id ?? null,
    turn_order: participantIds.length > 0 ? (transcript.turnOrder ?? 'addressed') : null,
  })
  await insertParticipants(context.db, participantRows(conversation, scene, now))
  for (let from = 0; from < rows.length; ) {
    const batch = takeBatch(rows, from)
    const named = transcript.messages.slice(from, from + batch.length)
    await context.transact(async (trx) => {
      await insertMessages(trx, batch)
      for (const [index, message] of batch.entries()) {
        const name = named[index]?.name
        if (name) await saveBranchName(trx, id, { id: message.id, name: readBranchName(name) })
      }
    })
    from += batch.length
  }
  const title = titleFrom(cleanText(transcript.messages.find(({ role }) => role === 'user')?.content ?? ''))
  await context.transact(async (trx) => {
    const leaf = transcript.leaf === null ? null : (rows[transcript.leaf]?.id ?? null)
    await updateConversation(trx, id, { active_leaf_id: leaf })
    const started = await startConversation(trx, { conversationId: id, title, now })
    if (started) await saveConversationSearch(trx, started)
  })
  return id
}

/** The rows of the next transaction: at least one. */
function takeBatch(rows: readonly NewMessage[], from: number): NewMessage[] {
  let text = 0
  let end = from
  while (end < rows.length && end - from < batchMax.messages && text < batchMax.text) {
    text += rows[end]?.content.length ?? 0
    end += 1
  }
  return rows.slice(from, end)
}

function messageRows(
  { ids, clock }: Context,
  conversationId: string,
  viewer: Viewer,
  scene: PersonaScene,
): NewMessage[] {
  const rows: NewMessage[] = []
  for (const message of scene.transcript.messages) {
    const { parent, role, content, status, createdAt } = message
    const before = parent === null ? undefined : rows[parent]
    rows.push({
      id: ids.uuid(),
      conversation_id: conversationId,
      parent_id: before?.id ?? null,
      depth: (before?.depth ?? -1) + 1,
      role,
      content,
      status: role === 'user' ? 'complete' : status,
      is_seeded: 1,
      created_at: createdAt || clock.now(),
      ...personaColumns(viewer, scene, message),
      ...presenceColumns(scene, message),
    })
  }
  return rows
}

type PersonaScene = ImportedScene & { personas: PersonaRow[] }

/** Removes names of the player that this server does not allow. */
function withPlayerNames(transcript: Transcript): Transcript {
  const messages = transcript.messages.map(({ player, ...message }) => {
    const name = player === undefined ? undefined : PlayerName.safeParse(player).data
    return name === undefined ? message : { ...message, player: name }
  })
  return { ...transcript, messages }
}

const personaNamed = ({ personas }: PersonaScene, name: string) => personas.find((persona) => persona.name === name)

/** The persona columns of a message: the persona with the player's name in the file, the account, or another name. */
function personaColumns(
  viewer: Viewer,
  scene: PersonaScene,
  { role, player }: TranscriptMessage,
): Pick<NewMessage, 'persona_id' | 'persona_name'> {
  const persona = role === 'user' ? personaNamed(scene, player ?? scene.transcript.player) : undefined
  if (persona) return { persona_id: persona.id, persona_name: persona.name }
  return { persona_id: null, persona_name: player === undefined || player === accountName(viewer) ? null : player }
}

/** The name, if this server allows it; else null. */
function readBranchName(name: string): string | null {
  return BranchName.safeParse({ name: name.slice(0, branchLimits.name) }).data?.name || null
}
