import { type CharacterCard, toCard } from '#engine/cards/card.ts'
import { isBlank } from '#engine/is-blank.ts'
import { asRecord, readText } from '#engine/json-values.ts'
import { excerpt } from '#engine/prose/plain-text.ts'
import type { CardFields } from '#shared/character-cards.ts'
import { categories, characterLimits, genders } from '#shared/character-terms.ts'
import { CharacterFields, characterDefaults, characterFieldNames, type OwnCharacter } from '#shared/characters.ts'

/** Fields that cards have under another name. */
const inCards = {
  name: { key: 'name', label: 'name', max: characterLimits.name },
  definition: { key: 'description', label: 'description', max: characterLimits.definition },
  personality: { key: 'personality', label: 'personality', max: characterLimits.prose },
  scenario: { key: 'scenario', label: 'scenario', max: characterLimits.prose },
  greeting: { key: 'first_mes', label: 'greeting', max: characterLimits.greeting },
  exampleDialogue: { key: 'mes_example', label: 'example dialogue', max: characterLimits.definition },
  systemPrompt: { key: 'system_prompt', label: 'system prompt', max: characterLimits.prose },
  postHistoryInstructions: {
    key: 'post_history_instructions',
    label: 'post-history instructions',
    max: characterLimits.prose,
  },
} as const satisfies Partial<Record<keyof CharacterFields, { key: string; label: string; max: number }>>
type SharedField = keyof typeof inCards
const sharedFields = Object.keys(inCards) as SharedField[]

/** What the author decides here: who sees the character, and the rating, for which each import asks. */
const decided: readonly string[] = ['avatar', 'contentRating', 'isPublic']
/** Fields that only this product has. Cards have them in `extensions`. */
const ownNames = characterFieldNames.filter((name) => !(name in inCards) && !decided.includes(name))
const extension = 'troupe'

const ownOf = (card: CharacterCard) => asRecord(card.data.extensions[extension])

/** The longest public description that is made of another text of the card, in code points. */
const longestExcerpt = 300

/** The fields of a character as a card has them, and what is not in them as the card has it, in sentences. */
export function readFields(card: CharacterCard): { fields: CardFields; notes: string[] } {
  const { data } = card
  const own = ownOf(card)
  const notes: string[] = []
  const fields: Record<string, unknown> = { ...characterDefaults, ...guessFields(card) }
  for (const name of ownNames) {
    const { success, data: value } = CharacterFields.shape[name].safeParse(own[name])
    if (success) fields[name] = value
  }
  for (const name of sharedFields) {
    const { key, label, max } = inCards[name]
    const text = data[key]
    const schema = CharacterFields.shape[name]
    const whole = schema.safeParse(text)
    const { success, data: value = '' } = whole.success ? whole : schema.safeParse(text.slice(0, max))
    fields[name] = value
    if (whole.success || isBlank(text)) continue
    notes.push(
      success
        ? `The ${label} is cut: it can have ${max.toLocaleString('en')} characters. Exports have all of it until you change it.`
        : `The ${label} cannot be used: ${whole.error.issues[0]?.message ?? 'please write another one'}.`,
    )
  }
  // Without a definition, the public description was exported in its place.
  if (own.description !== undefined && data.description === own.description) fields.definition = ''
  const { avatar: _, contentRating: __, isPublic: ___, ...read } = fields
  return { fields: read as CardFields, notes }
}

function guessFields({ data }: CharacterCard) {
  const tags = data.tags.map((tag) => readText(tag).trim().toLowerCase())
  const about = isBlank(data.creator_notes) ? data.description : data.creator_notes
  return {
    description: excerpt(about.slice(0, 10 * longestExcerpt), longestExcerpt),
    category: categories.find((category) => tags.includes(category.toLowerCase())) ?? characterDefaults.category,
    gender: genders.find((gender) => tags.includes(gender)) ?? characterDefaults.gender,
  }
}

/** The rating that the card was exported with. */
export function readRating(card: CharacterCard) {
  return CharacterFields.shape.contentRating.safeParse(ownOf(card).contentRating).data
}

/**
 * The card of a character. What it was imported from stays as it is, except for the fields that its author has changed since.
 *
 * @param imported null for a character that was written here
 */
export function writeFields(imported: CharacterCard | null, character: OwnCharacter): CharacterCard {
  const base = imported ?? toCard({ name: '', description: '' }).card
  const { fields: before } = readFields(base)
  const changed = sharedFields.filter((name) => character[name] !== before[name])
  const data = {
    ...base.data,
    ...Object.fromEntries(changed.map((name) => [inCards[name].key, character[name]])),
    creation_date: base.data.creation_date ?? toSeconds(character.createdAt),
    modification_date: toSeconds(character.updatedAt),
  }
  const own = Object.fromEntries(ownNames.map((name) => [name, character[name]]))
  return {
    ...base,
    data: {
      ...data,
      // Other programs have no text but this one that says who the character is.
      description: isBlank(data.description) ? character.description : data.description,
      creator: isBlank(data.creator) ? character.createdBy : data.creator,
      creator_notes: isBlank(data.creator_notes) ? character.description : data.creator_notes,
      extensions: {
        ...data.extensions,
        [extension]: { ...ownOf(base), ...own, contentRating: character.contentRating },
      },
    },
  }
}

const toSeconds = (time: number) => Math.floor(time / 1000)
