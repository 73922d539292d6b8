import { z } from 'zod'
import type { PromptCharacter } from '#engine/cards/character.ts'
import { isBlank } from '#engine/is-blank.ts'
import { lazyContent } from '#server/content/read-content.ts'

const Pattern = z.string().transform((words) => new RegExp(`(?<!-)\\b(?:${words})\\b`, 'i'))

/** What the demo model cannot do: the notice that says so, and what belongs to some places only. */
export const readLimits = lazyContent(
  'demo-model/limits.json',
  z.strictObject({
    notice: z.string().min(1),
    /** A template with one of `words` is used only where the character's texts have one of `needs`. */
    places: z.array(z.strictObject({ words: Pattern, needs: Pattern })),
  }),
)

/** Returns whether a template suits the character's place: no door on a ferry. */
export function placeFilter({ environment, greeting }: PromptCharacter): (template: string) => boolean {
  const place = (isBlank(environment) ? greeting : environment).replaceAll(
    /\b(?:no|not an?|without)(?: [\w-]+){1,2}/gi,
    ' ',
  )
  const missing = readLimits().places.filter(({ needs }) => !needs.test(place))
  return (template) => !missing.some(({ words }) => words.test(template))
}
