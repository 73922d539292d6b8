import { characterScope } from '#server/characters/character-scope.ts'
import { findReachableAuthor, findReachableCharacter } from '#server/characters/queries.ts'
import { viewOwnCharacter } from '#server/characters/view.ts'
import type { Context, Queryable } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError, notFound } from '#server/http/api-error.ts'
import { entitlements } from '#shared/entitlements.ts'
import type { ReportTarget } from '#shared/moderation.ts'
import { findHeardMessage, readSurroundingMessages } from './queries.ts'

/** Lines of the scene kept on either side of a reported message. */
const linesAround = 10

/** What was reported, as it was at that moment, and one line about it for the queue. */
export interface Evidence {
  summary: string
  content: unknown
}

/** Gathers what a moderator will need. What the reporter cannot reach is not there for them: 404. */
export function collectEvidence(
  context: Context,
  db: Queryable,
  reporter: Viewer,
  target: { type: ReportTarget; id: string },
): Promise<Evidence> {
  return gather[target.type](context, db, reporter, target.id)
}

type Gather = (context: Context, db: Queryable, reporter: Viewer, id: string) => Promise<Evidence>

const gather: Record<ReportTarget, Gather> = { character: ofCharacter, message: ofMessage, user: ofUser }

async function ofCharacter(context: Context, db: Queryable, reporter: Viewer, id: string): Promise<Evidence> {
  const row = await findReachableCharacter(db, characterScope(context, reporter), id)
  if (!row) throw notFound()
  refuseOwn(row.owner_id === reporter.id)
  const { chatCount, rating, isMine, createdAt, ...content } = viewOwnCharacter(row)
  return { summary: `Character “${row.name}” by ${row.owner_name}`, content: { ...content, authorId: row.owner_id } }
}

async function ofMessage(_context: Context, db: Queryable, reporter: Viewer, id: string): Promise<Evidence> {
  const row = await findHeardMessage(db, reporter.id, id)
  if (!row) throw notFound()
  return {
    summary: `A line of “${row.character_name}”`,
    content: {
      line: row.content,
      status: row.status,
      around: await readSurroundingMessages(db, row, linesAround),
      conversationId: row.conversation_id,
      characterId: row.character_id,
      characterVersion: row.character_version,
      contentRating: row.character_rating,
      chatFilter: entitlements[reporter.account_type].chatFilter,
      model: row.model,
      saidAt: row.created_at,
    },
  }
}

/** People are met through what they published. */
async function ofUser(context: Context, db: Queryable, reporter: Viewer, id: string): Promise<Evidence> {
  refuseOwn(id === reporter.id)
  const author = await findReachableAuthor(db, characterScope(context, reporter), id)
  if (!author) throw notFound()
  return { summary: `User “${author.name}”`, content: { username: author.username, name: author.name } }
}

function refuseOwn(isOwn: boolean): void {
  if (isOwn) throw new ApiError('forbidden', { message: 'What is your own you can change or delete yourself.' })
}
