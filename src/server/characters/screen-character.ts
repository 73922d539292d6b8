import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { screenText } from '#server/screening/screen-text.ts'
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

const textOf = (fields: CharacterText) => textFields.map((field) => fields[field]).join('\n\n')

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
