import { type CharacterFields, characterDefaults } from '#shared/characters.ts'

/** A sample character: a member of the house company. */
export interface CastMember {
  /** Names the member's portrait, and knows them again when the samples are put in a second time. */
  slug: string
  fields: CharacterFields
}

/** What a member's page says; the rest is the same for the whole company. */
type Written = Pick<
  CharacterFields,
  | 'name'
  | 'description'
  | 'category'
  | 'gender'
  | 'creativity'
  | 'plotAdvancement'
  | 'personality'
  | 'speechStyle'
  | 'behaviors'
  | 'environment'
  | 'definition'
  | 'greeting'
> &
  Partial<Pick<CharacterFields, 'userRole' | 'scenario' | 'allowedItems' | 'forbiddenItems'>> & {
    /** Exchanges that show the voice: what is said to them, and what they say back. */
    examples: readonly (readonly [said: string, answered: string])[]
  }

export function castMember(slug: string, { examples, ...written }: Written): CastMember {
  return {
    slug,
    fields: {
      ...characterDefaults,
      ...written,
      exampleDialogue: examples.map(exchange).join('\n'),
      avatar: `/portraits/${slug}.svg`,
      contentRating: 'general',
      isPublic: true,
    },
  }
}

function exchange([said, answered]: readonly [string, string]): string {
  return `<START>\n{{user}}: ${said}\n{{char}}: ${answered}`
}
