import { isBlank } from '#engine/is-blank.ts'
import { type Lorebook, lorebookText } from '#engine/lore/lorebook.ts'
import type { Context, Queryable } from '#server/core/context.ts'
import type { Account, Viewer } from '#server/core/viewer.ts'
import { assertClassified, screenText, screenTextInParts } from '#server/screening/screen-text.ts'
import { type CharacterFields, characterTexts } from '#shared/characters.ts'
import { toFields } from './character-columns.ts'
import { getAccessibleCharacter, getCharacterOf } from './character-scope.ts'
import type { CharacterRow } from './queries.ts'
import { findCharacterBook } from './revisions/read-lorebook.ts'

type CharacterText = Pick<CharacterFields, (typeof characterTexts)[number] | 'contentRating' | 'maxChatRating'>

/** All that an author has written, with the lorebook. */
export const textOf = (fields: CharacterText, book: Lorebook | null) =>
  [...characterTexts.flatMap((field) => fields[field]), ...(book ? [lorebookText(book)] : [])].join('\n\n')

/**
 * Throws for a character that the safety policy does not allow. A character that is presented as a minor must be general, and
 * so must its chats; an explicit one, or one with kinks, must not even mention children.
 */
export async function screenCharacter(
  context: Context,
  author: Viewer,
  fields: CharacterText,
  book: Lorebook | null,
): Promise<void> {
  const contextCues = ratingCues(fields)
  const { contentRating } = fields
  for (const field of ['name', 'nickname'] as const) {
    screenText(context, { surface: 'name', kind: 'character', text: fields[field], author, field })
  }
  const text = textOf(fields, book)
  await screenTextInParts(context, { surface: 'character', text, author, contextCues, evidence: { contentRating } })
}

/** The cues that follow from the ratings of a character. */
export function ratingCues(fields: CharacterText): ReadonlySet<string> {
  const cues = new Set<string>()
  const ratings = [fields.contentRating, fields.maxChatRating]
  if (ratings.some((rating) => rating !== 'general')) cues.add('adult-rated')
  if (ratings.includes('explicit') || !isBlank(fields.kinks)) cues.add('adult-rated').add('explicit-rated')
  return cues
}

/** The cues that a character adds to every text of its chats. */
export function characterCues({ safety }: Context, row: CharacterRow): ReadonlySet<string> {
  return safety.contextCues(versionOf(row), () => textOf(toFields(row), null))
}

/**
 * A character to chat with, prepared for `characterCues`: as the conversation keeps it, or for a new one as it is now. Throws
 * `not_found` where the viewer may not chat with it.
 */
export async function getChatCharacter(
  context: Context,
  viewer: Account,
  id: string,
  conversationId: string | null,
): Promise<CharacterRow> {
  const character = conversationId
    ? await getCharacterOf(context, viewer, id, conversationId)
    : await getAccessibleCharacter(context, viewer, id)
  await prepareCharacterCues(context, character)
  return character
}

/** Call before `characterCues`: it reads a long character with pauses for other requests, and the lorebook. */
export function prepareCharacterCues({ safety, db }: Context, row: CharacterRow): Promise<void> {
  return safety.prepareCues(versionOf(row), async () => textOf(toFields(row), await findCharacterBook(db, row)))
}

const versionOf = ({ id, revision_id }: CharacterRow) => `${id} ${revision_id}`

/** The text of a character that was classified, and whether the classifier answered. */
export interface CharacterCheck {
  text: string
  isChecked: boolean
}

/** Throws for a character that the classifier objects to. Without a classifier, everything counts as checked. */
export async function classifyCharacter(
  context: Context,
  author: Viewer,
  fields: CharacterText,
  book: Lorebook | null,
): Promise<CharacterCheck> {
  const text = textOf(fields, book)
  const { contentRating } = fields
  const classified = { surface: 'character', text, author, evidence: { contentRating } } as const
  return { text, isChecked: await assertClassified(context, classified) }
}

/** Holds a character that was published unclassified until a moderator has decided. Call it last in the transaction. */
export async function holdUnchecked(
  context: Context,
  trx: Queryable,
  author: Viewer,
  row: CharacterRow,
): Promise<void> {
  const flag = {
    targetType: 'character',
    targetId: row.id,
    targetName: row.name,
    subjectId: author.id,
    category: 'unchecked',
    summary: `Character “${row.name}” by ${author.display_name ?? author.username}`,
    details: 'The classifier did not answer when it was published. Dismiss the flag to publish it.',
    evidence: { ...toFields(row), authorId: author.id },
    hold: true,
  } as const
  await context.raisePolicyFlag(context, flag, trx)
}
