import { lorebookText } from '#engine/lore/lorebook.ts'
import { characterScope, getAccessibleCharacter } from '#server/characters/character-scope.ts'
import { findAccessibleAuthor } from '#server/characters/queries.ts'
import { findCharacterBook } from '#server/characters/revisions/read-lorebook.ts'
import { viewWholeCharacter } from '#server/characters/view.ts'
import type { Context, Queryable } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError, orNotFound } from '#server/http/api-error.ts'
import { isChatFiltered } from '#shared/entitlements.ts'
import type { ReportTarget } from '#shared/moderation.ts'
import { findReceivedMessage, listSurroundingMessages, type SurroundingMessage } from './queries.ts'

/** Messages saved before and after a reported message. */
const surroundingMessages = 10
/** UTF-16 code units of a lorebook that are saved. */
const longestLorebook = 100_000

/** The reported content at the time of the report, and one line about it for the queue. */
export interface Evidence {
  summary: string
  targetName: string
  /** The account the content belongs to; null for what a model wrote. */
  subjectId: string | null
  content: Record<string, unknown>
  /** Whether the target is a message that the reporter can have written: seeded by a client, or edited. */
  isSeeded?: boolean
}

/** Collects what a moderator needs to decide. A target that the reporter cannot access is 404. */
export function collectEvidence(
  context: Context,
  db: Queryable,
  reporter: Viewer,
  target: { type: ReportTarget; id: string },
): Promise<Evidence> {
  return collectors[target.type](context, db, reporter, target.id)
}

type Collector = (context: Context, db: Queryable, reporter: Viewer, id: string) => Promise<Evidence>

const collectors: Record<ReportTarget, Collector> = {
  character: collectCharacter,
  message: collectMessage,
  user: collectUser,
}

async function collectCharacter(context: Context, db: Queryable, reporter: Viewer, id: string): Promise<Evidence> {
  const row = await getAccessibleCharacter(context, reporter, id, db)
  assertNotOwn(row.owner_id === reporter.id)
  const { chatCount, rating, isMine, createdAt, ...content } = viewWholeCharacter(row)
  const book = await findCharacterBook(db, row)
  const lorebook = book ? lorebookText(book).slice(0, longestLorebook) : ''
  return {
    summary: `Character “${row.name}” by ${row.owner_name}`,
    targetName: row.name,
    subjectId: row.owner_id,
    content: { ...content, ...(lorebook && { lorebook }), authorId: row.owner_id },
  }
}

async function collectMessage(_context: Context, db: Queryable, reporter: Viewer, id: string): Promise<Evidence> {
  const row = orNotFound(await findReceivedMessage(db, reporter.id, id))
  const [isSeeded, isEdited] = [row.is_seeded === 1, row.is_edited === 1]
  const { before, after } = await listSurroundingMessages(db, row, surroundingMessages)
  const summary = `A message of “${row.character_name}”`
  return {
    summary: isSeeded
      ? `${summary}, seeded by the reporter’s client`
      : isEdited
        ? `${summary}, edited by the reporter`
        : summary,
    isSeeded: isSeeded || isEdited,
    targetName: row.character_name,
    subjectId: null,
    content: {
      content: row.content,
      speaker: row.character_name,
      seeded: isSeeded,
      edited: isEdited,
      status: row.status,
      surrounding: { before: before.map(viewSurrounding), after: after.map(viewSurrounding) },
      conversationId: row.conversation_id,
      characterId: row.character_id,
      characterVersion: row.character_version,
      contentRating: row.character_rating,
      chatFilter: isChatFiltered(reporter.account_type, reporter.chat_filter === 1),
      model: row.model,
      ...(row.is_unchecked === 1 ? { classifier: 'did not answer' } : {}),
      createdAt: row.created_at,
    },
  }
}

const viewSurrounding = ({ role, content, is_seeded, is_edited, speaker }: SurroundingMessage) => ({
  role,
  content,
  seeded: is_seeded === 1,
  edited: is_edited === 1,
  speaker: speaker ?? undefined,
})

/** A user can be reported when one of their characters is visible to the reporter. */
async function collectUser(context: Context, db: Queryable, reporter: Viewer, id: string): Promise<Evidence> {
  assertNotOwn(id === reporter.id)
  const author = orNotFound(await findAccessibleAuthor(db, characterScope(context, reporter), id))
  const { username, name } = author
  return { summary: `User “${name}”`, targetName: name, subjectId: id, content: { username, name } }
}

function assertNotOwn(isOwn: boolean): void {
  if (isOwn)
    throw new ApiError('forbidden', {
      message: 'You cannot report what is your own. You can edit or delete it yourself.',
    })
}
