import type { Context, Queryable } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { assertClassified, screenText } from '#server/screening/screen-text.ts'
import { toFields } from './character-columns.ts'
import type { CharacterRow } from './queries.ts'

/** The fields of a character that a model or a reader is shown. */
const textFields = [
  'name',
  'description',
  'definition',
  'personality',
  'speechStyle',
  'behaviors',
  'greeting',
  'userRole',
  'environment',
  'allowedItems',
  'forbiddenItems',
  'kinks',
  'scenario',
  'exampleDialogue',
  'systemPrompt',
  'postHistoryInstructions',
] as const
type CharacterText = Record<(typeof textFields)[number], string> & { contentRating: string }

export const textOf = (fields: CharacterText) => textFields.map((field) => fields[field]).join('\n\n')

/**
 * Throws for a character that the policy does not let pass. One that is presented as a minor can only be general; an
 * explicit one, or one with kinks, cannot even mention children.
 */
export function screenCharacter(context: Context, author: Viewer, fields: CharacterText): void {
  const standing = new Set<string>()
  if (fields.contentRating !== 'general') standing.add('adult-rated')
  if (fields.contentRating === 'explicit' || fields.kinks.trim() !== '')
    standing.add('adult-rated').add('explicit-rated')
  const { contentRating } = fields
  screenText(context, { surface: 'name', thing: 'character', text: fields.name, author, field: 'name' })
  screenText(context, { surface: 'character', text: textOf(fields), author, standing, evidence: { contentRating } })
}

/** What holds for a whole chat with a character. */
export function screenContext({ safety }: Context, row: CharacterRow): ReadonlySet<string> {
  return safety.standingCues(`${row.id} ${row.updated_at}`, () => textOf(toFields(row)))
}

/** What the classifier was asked about a character, and whether it answered. */
export interface CharacterCheck {
  text: string
  isChecked: boolean
}

/** Throws for a character that the classifier objects to. Without a classifier, everything counts as checked. */
export async function classifyCharacter(
  context: Context,
  author: Viewer,
  fields: CharacterText,
): Promise<CharacterCheck> {
  const text = textOf(fields)
  const { contentRating } = fields
  const classified = { surface: 'character', text, author, evidence: { contentRating } } as const
  return { text, isChecked: await assertClassified(context, classified) }
}

/** Holds a character that was published unchecked until a moderator has looked at it. Last in the transaction. */
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
