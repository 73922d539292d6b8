import { assertCanSave, clearDisallowedFields } from '#server/characters/assert-can-save.ts'
import { toColumns } from '#server/characters/character-columns.ts'
import { getOwnCharacter } from '#server/characters/character-scope.ts'
import type { CharacterRow } from '#server/characters/queries.ts'
import { findCharacterBook } from '#server/characters/revisions/read-lorebook.ts'
import { createRevision } from '#server/characters/revisions/revision.ts'
import { classifyCharacter, prepareCharacterCues, screenCharacter } from '#server/characters/screen-character.ts'
import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { unclassified } from '#server/screening/classify-text.ts'
import { blankFields, type CharacterFields } from '#shared/characters.ts'
import type { TryRequest } from '#shared/turns.ts'
import type { ChatDeps } from '../replies/chat-deps.ts'
import type { ReplySource } from '../replies/stream-reply.ts'
import { answerHistory } from './answer-history.ts'
import { assertNotDraining } from './begin-turn.ts'

/** Lets a character that is not saved answer its author, who sends what was said so far. Nothing is stored. */
export async function tryCharacter(
  chat: ChatDeps,
  author: Viewer,
  { id, fields: written, message, history }: TryRequest,
): Promise<ReplySource> {
  const { context } = chat
  assertNotDraining(chat)
  const fields = clearDisallowedFields(author, { ...blankFields, name: 'Somebody', ...written, isPublic: false })
  assertCanSave(context, author, fields)
  const saved = id === undefined ? null : await getOwnCharacter(context.db, author, id)
  const book = saved && (await findCharacterBook(context.db, saved))
  await screenCharacter(context, author, fields, book)
  const { isChecked } = await classifyCharacter(context, author, fields, book)
  if (!isChecked && fields.contentRating !== 'general') throw unclassified()
  const character = triedRow(context, author, fields, saved)
  await prepareCharacterCues(context, character)
  return answerHistory(chat, author, character, { message, history })
}

/** The row that the character would have; with that of the saved one, it has its lorebook. The revision identifies the text. */
function triedRow(
  { ids, clock }: Context,
  author: Viewer,
  fields: CharacterFields,
  saved: CharacterRow | null,
): CharacterRow {
  const now = clock.now()
  const { hash } = createRevision(ids, { characterId: '', fields, before: null, now })
  const blank = {
    id: 'unsaved',
    owner_id: author.id,
    owner_name: author.display_name ?? author.username,
    author_account_type: author.account_type,
    sample_slug: null,
    chat_count: 0,
    rating_sum: 0,
    rating_count: 0,
    rating_score: 0,
    trend: 0,
    card_file: '',
    has_lorebook: 0,
    moderation_state: 'none',
    created_at: now,
    updated_at: now,
    deleted_at: null,
  } as const
  return { ...(saved ?? blank), ...toColumns(fields), revision_id: hash }
}
