import { writeTranscriptJson } from '#engine/transcripts/transcript-json.ts'
import type { AccountDataSource, ArchiveFile } from '#server/accounts/account-data-source.ts'
import { eraseFrom } from '#server/accounts/queries.ts'
import { characterScope } from '#server/characters/character-scope.ts'
import { readCharacterNames } from '#server/characters/queries.ts'
import type { Context, Queryable } from '#server/core/context.ts'
import { viewColumns } from '#server/core/fields-of.ts'
import type { Account } from '#server/core/viewer.ts'
import { transcriptLimits } from '#shared/transcripts.ts'
import { listFolders } from '../folders/queries.ts'
import { parseIds } from '../lorebooks/attach-lorebooks.ts'
import { listBlocks, listFacts } from '../memory/queries.ts'
import { accountName } from '../personas/player.ts'
import { deleteTrees } from '../purge/queries.ts'
import { readTranscript } from '../transcript-files/read-transcript.ts'
import { readTree } from '../tree/queries.ts'
import { listAll, listParticipantNames, measureMessages, type WholeConversation } from './queries.ts'
import { viewWholeConversation, viewWholeMessage } from './view.ts'

/** An account's conversations, each with its whole tree, including deleted ones that can still be restored. */
export const ownConversations: AccountDataSource = {
  name: 'conversations',
  async *export({ db }, userId) {
    for await (const row of readAll(db, userId)) {
      const participants = row.turn_order === null ? [] : await listParticipantNames(db, row.id)
      const scene = participants.length > 0 ? { turnOrder: row.turn_order, participants } : undefined
      const memory = row.memory_version === 0 ? undefined : await viewWholeMemory(db, row.id)
      yield { ...viewWholeConversation(row), scene, memory, messages: viewTree(db, row.id) }
    }
  },
  async *files(context, account) {
    const folders = new Map((await listFolders(context.db, account.id)).map(({ id, name }) => [id, name]))
    for await (const row of readAll(context.db, account.id)) {
      if (row.deleted_at === null && row.started_at !== null) {
        yield await writeConversation(context, account, row, folders)
      }
    }
  },
  async erase({ db }, userId) {
    for await (const { id } of readAll(db, userId)) await deleteTrees(db, [id])
  },
}

/** All conversations of an account, read a page at a time. */
async function* readAll(db: Queryable, userId: string) {
  for (let last: WholeConversation | undefined, isMore = true; isMore; ) {
    const rows: WholeConversation[] = await listAll(db, userId, last?.id ?? '')
    yield* rows
    last = rows.at(-1)
    isMore = last !== undefined
  }
}

/** The folders of an account's conversations. */
export const ownFolders: AccountDataSource = {
  name: 'folders',
  async *export({ db }, userId) {
    for (const row of await listFolders(db, userId)) yield viewColumns(row, 'id', 'name', 'created_at')
  },
  erase: eraseFrom('conversation_folders', 'user_id'),
}

/** What a conversation remembers, on all its branches. */
async function viewWholeMemory(db: Queryable, conversationId: string) {
  const [blocks, facts] = await Promise.all([listBlocks(db, conversationId), listFacts(db, conversationId)])
  return {
    summaries: blocks
      .filter(({ summary }) => summary !== '')
      .map((block) => ({
        ...viewColumns(block, 'first_message_id', 'last_message_id', 'created_at'),
        text: block.summary,
        edited: block.is_edited === 1,
      })),
    facts: facts.map((fact) => ({
      ...viewColumns(fact, 'text', 'created_at'),
      messageIds: JSON.parse(fact.sources) as string[],
      pinned: fact.is_pinned === 1,
      own: fact.is_own === 1,
    })),
  }
}

async function* viewTree(db: Queryable, conversationId: string) {
  for await (const rows of readTree(db, conversationId)) yield* rows.map(viewWholeMessage)
}

/** A conversation as an export of it alone, without ids and without the name of the account: those are in its entry. */
async function writeConversation(
  context: Context,
  account: Account,
  row: WholeConversation,
  folders: ReadonlyMap<string, string>,
): Promise<ArchiveFile | { leftOut: string }> {
  const { id, character_id: characterId, content_rating: contentRating } = row
  const name = row.title || row.character_name
  const { count, length } = await measureMessages(context.db, id)
  if (count > transcriptLimits.messages || length > transcriptLimits.file) {
    return { leftOut: `The conversation “${name}” is too long to be imported.` }
  }
  const transcript = await readTranscript(context, account, id)
  const { participants = [] } = transcript
  const participantIds = participants.map((participant) => participant.id)
  // As an import names them.
  const names = await readCharacterNames(context.db, characterScope(context, account), [characterId, ...participantIds])
  const player = transcript.player === accountName(account) ? '' : transcript.player
  const content = writeTranscriptJson({
    ...transcript,
    ...(participants.length > 0 && {
      participants: participants.map((one) => ({ id: '', name: names.get(one.id) ?? one.name })),
    }),
    character: names.get(characterId) ?? transcript.character,
    player,
  })
  return {
    kind: 'conversation',
    extension: 'json',
    content,
    id,
    name,
    updatedAt: row.updated_at,
    characterId,
    participantIds,
    personaId: row.persona_id ?? (player === '' ? undefined : null),
    contentRating,
    background: row.background ?? undefined,
    lorebookIds: parseIds(row.lorebooks),
    folder: folders.get(row.folder_id ?? ''),
    isPinned: row.pinned_at !== null,
    isArchived: row.archived_at !== null,
    hasMemory: row.has_memory === null ? undefined : row.has_memory === 1,
  }
}
