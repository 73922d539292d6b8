import { toFields } from '#server/characters/character-columns.ts'
import { getAccessibleCharacter, getCharacterOf } from '#server/characters/character-scope.ts'
import type { CharacterRow } from '#server/characters/queries.ts'
import { findRevision } from '#server/characters/revisions/queries.ts'
import { entriesWithout, findCharacterBook } from '#server/characters/revisions/read-lorebook.ts'
import { readRevision } from '#server/characters/revisions/revision.ts'
import { viewCharacter, viewOwnCharacter } from '#server/characters/view.ts'
import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError, orNotFound } from '#server/http/api-error.ts'
import { type CharacterUpdate, fieldText, type RevisionsRequest } from '#shared/character-revisions.ts'
import { authorOnlyFields, characterFieldNames } from '#shared/characters.ts'
import { lockTree } from '../tree/change-tree.ts'
import { getOwnConversation } from '../tree/get-own-conversation.ts'
import { type ConversationRow, saveConversationSearch, updateConversation } from '../tree/queries.ts'
import { transactChange } from '../tree/transact-change.ts'
import { listOutdated, setRevision } from './queries.ts'

/** These are the same for all revisions, or say who reads what. */
const current: readonly string[] = [
  ...['avatar', 'expressions', 'background'],
  ...['isPublic', 'isExportAllowed', 'isDefinitionPublic'],
]
const compared = characterFieldNames.filter((field) => !current.includes(field))

/** What has changed of a conversation's characters since it began: of those that the viewer may chat with. */
export async function listUpdates(
  context: Context,
  viewer: Viewer,
  conversation: Pick<ConversationRow, 'id'>,
): Promise<CharacterUpdate[]> {
  const updates: CharacterUpdate[] = []
  for (const { id, kept_id } of await listOutdated(context.db, conversation.id)) {
    try {
      const kept = await getCharacterOf(context, viewer, id, conversation.id)
      const now = await getAccessibleCharacter(context, viewer, id)
      const [keptBook, book] = [await findCharacterBook(context.db, kept), await findCharacterBook(context.db, now)]
      const lorebook = { before: entriesWithout(keptBook, book), after: entriesWithout(book, keptBook) }
      const update = { keptId: kept_id, revisionId: now.revision_id, ...compare(viewer, kept, now, lorebook) }
      if (update.changes.length > 0 || update.isDefinitionChanged) {
        updates.push({ characterId: id, name: now.name, ...update })
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
  }
  return updates
}

/** Whether there is something that the user has not declined yet. */
export async function hasUpdate(
  context: Context,
  viewer: Viewer,
  conversation: Pick<ConversationRow, 'id' | 'declined_revision_id'>,
): Promise<boolean> {
  const updates = await listUpdates(context, viewer, conversation)
  return updates.some(({ revisionId }) => revisionId > (conversation.declined_revision_id ?? ''))
}

/** Compares what the viewer may see of both. Of what only the author reads, others learn that it has changed. */
function compare(viewer: Viewer, kept: CharacterRow, now: CharacterRow, lorebook: { before: string; after: string }) {
  const [before, after] = [kept, now].map((row): Partial<Record<string, unknown>> => {
    const isMine = row.owner_id === viewer.id
    return isMine ? viewOwnCharacter(row, viewer) : viewCharacter(row, viewer.id)
  }) as [Partial<Record<string, unknown>>, Partial<Record<string, unknown>>]
  const isVisible = (field: string) => field in before && field in after
  const changes = [
    ...compared
      .filter(isVisible)
      .map((field) => ({ field, before: fieldText(before[field]), after: fieldText(after[field]) })),
    ...(isVisible('definition') ? [{ field: 'lorebook', ...lorebook }] : []),
  ].filter((change) => change.before !== change.after)
  const [keptFields, newFields] = [kept, now].map(toFields)
  const isBookChanged = !isVisible('definition') && lorebook.before !== lorebook.after
  const isDefinitionChanged = authorOnlyFields.some(
    (field) => !isVisible(field) && fieldText(keptFields?.[field]) !== fieldText(newFields?.[field]),
  )
  return { changes, isDefinitionChanged: isDefinitionChanged || isBookChanged }
}

/** Lets a conversation go on with other revisions of its characters, or stops offering them. */
export async function chooseRevisions(
  context: Context,
  viewer: Viewer,
  conversationId: string,
  { choice, revisions }: RevisionsRequest,
): Promise<void> {
  await transactChange(context, viewer, conversationId, async (trx) => {
    const { id } = await lockTree(trx, viewer, conversationId)
    if (choice === 'keep') {
      const newest = revisions.map(({ revisionId }) => revisionId).sort()
      return updateConversation(trx, id, { declined_revision_id: newest.at(-1) ?? null })
    }
    for (const { characterId, revisionId } of revisions) {
      await getAccessibleCharacter(context, viewer, characterId, trx)
      const revision = orNotFound(await findRevision(trx, characterId, revisionId))
      await setRevision(trx, id, { characterId, revisionId, name: readRevision(revision).name })
    }
    const conversation = await getOwnConversation(trx, viewer, id)
    if (conversation.started_at !== null) await saveConversationSearch(trx, conversation)
  })
}
