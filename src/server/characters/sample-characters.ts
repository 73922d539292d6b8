import { z } from 'zod'
import { readContent } from '#server/content/read-content.ts'
import { CharacterFields, characterDefaults } from '#shared/characters.ts'

export interface SampleCharacter {
  /** The file's name without its extension. Identifies the character in `characters.sample_slug` and its portrait. */
  slug: string
  fields: CharacterFields
}

const slugs = z.array(z.string().regex(/^[a-z0-9-]{1,64}$/))

/** Fields that Character Card V3 does not have, kept under `extensions.troupe`. */
const TroupeExtension = CharacterFields.pick({
  description: true,
  category: true,
  gender: true,
  userRole: true,
  creativity: true,
  plotAdvancement: true,
  speechStyle: true,
  behaviors: true,
  environment: true,
  allowedItems: true,
  forbiddenItems: true,
  contentRating: true,
}).strict()

const SampleCard = z.strictObject({
  spec: z.literal('chara_card_v3'),
  spec_version: z.literal('3.0'),
  data: z.strictObject({
    name: CharacterFields.shape.name,
    description: CharacterFields.shape.definition,
    personality: CharacterFields.shape.personality,
    scenario: CharacterFields.shape.scenario,
    first_mes: CharacterFields.shape.greeting,
    mes_example: CharacterFields.shape.exampleDialogue,
    creator_notes: CharacterFields.shape.creatorNotes,
    system_prompt: CharacterFields.shape.systemPrompt,
    post_history_instructions: CharacterFields.shape.postHistoryInstructions,
    alternate_greetings: CharacterFields.shape.alternateGreetings,
    group_only_greetings: CharacterFields.shape.groupGreetings,
    tags: CharacterFields.shape.tags,
    creator: z.string(),
    character_version: z.string(),
    extensions: z.strictObject({ troupe: TroupeExtension }),
  }),
})

/**
 * Reads the sample characters from `content/`, in the order of `content/sample-characters.json`. A new gallery shows
 * them in that order.
 *
 * @throws when a file is missing or invalid; the message names the file and the field
 */
export function readSampleCharacters(): SampleCharacter[] {
  return readContent('sample-characters.json', slugs).map(readSampleCharacter)
}

/** A card's `description` is the long text for the model, our `definition`; ours is the blurb that readers see. */
function readSampleCharacter(slug: string): SampleCharacter {
  const { data } = readContent(`characters/${slug}.json`, SampleCard)
  return {
    slug,
    fields: {
      ...characterDefaults,
      ...data.extensions.troupe,
      name: data.name,
      definition: data.description,
      personality: data.personality,
      scenario: data.scenario,
      greeting: data.first_mes,
      exampleDialogue: data.mes_example,
      systemPrompt: data.system_prompt,
      postHistoryInstructions: data.post_history_instructions,
      alternateGreetings: data.alternate_greetings,
      groupGreetings: data.group_only_greetings,
      tags: data.tags,
      creatorNotes: data.creator_notes,
      avatar: `/portraits/${slug}.svg`,
      maxChatRating: 'mature',
      isPublic: true,
    },
  }
}
