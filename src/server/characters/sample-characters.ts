import { z } from 'zod'
import { readCardJson } from '#engine/cards/read-card.ts'
import { readContent, readContentText } from '#server/content/read-content.ts'
import { type CharacterFields, characterDefaults } from '#shared/characters.ts'
import { readFields, readRating } from './cards/card-fields.ts'

export interface SampleCharacter {
  /** The file's name without its extension. Identifies the character in `characters.sample_slug` and its portrait. */
  slug: string
  fields: CharacterFields
}

const slugs = z.array(z.string().regex(/^[a-z0-9-]{1,64}$/))

/**
 * Reads the sample characters from `content/`, in the order of `content/sample-characters.json`. A new gallery shows
 * them in that order.
 *
 * @throws when a file is missing or cannot be read
 */
export function readSampleCharacters(): SampleCharacter[] {
  return readContent('sample-characters.json', slugs).map((slug) => {
    const { card } = readCardJson(readContentText(`characters/${slug}.json`))
    const fields = {
      ...{ ...characterDefaults, ...readFields(card).fields, characterVersion: '' },
      avatar: `/portraits/${slug}.svg`,
      contentRating: readRating(card) ?? 'general',
      maxChatRating: 'mature' as const,
    }
    return { slug, fields }
  })
}
