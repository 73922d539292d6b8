import { type CharacterCard, toCard } from '#engine/cards/card.ts'
import { isBlank } from '#engine/is-blank.ts'
import { asList, asRecord, readText } from '#engine/json-values.ts'
import { lorebookMaxima } from '#engine/lore/lorebook.ts'
import { excerpt } from '#engine/prose/plain-text.ts'
import { CardFields } from '#shared/character-cards.ts'
import { categories, characterLimits, characterLists, genders } from '#shared/character-terms.ts'
import {
  CharacterFields,
  type CharacterListField,
  type CharacterTextField,
  characterDefaults,
  characterFieldNames,
  type OwnCharacter,
} from '#shared/characters.ts'

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
  nickname: { key: 'nickname', label: 'nickname', max: characterLimits.name },
  creatorNotes: { key: 'creator_notes', label: 'creator’s notes', max: characterLimits.definition },
  characterVersion: { key: 'character_version', label: 'version', max: characterLimits.characterVersion },
} as const satisfies Partial<Record<CharacterTextField, { key: string; label: string; max: number }>>
/** As those, for the lists. */
const listsInCards = {
  tags: { key: 'tags', label: 'tag' },
  alternateGreetings: { key: 'alternate_greetings', label: 'alternate greeting' },
  groupGreetings: { key: 'group_only_greetings', label: 'group greeting' },
  sources: { key: 'source', label: 'source' },
} as const satisfies Record<CharacterListField, { key: string; label: string }>
type SharedField = keyof typeof inCards
const sharedFields = Object.keys(inCards) as SharedField[]
const sharedLists = Object.keys(listsInCards) as CharacterListField[]

/** What the author decides here: who sees the character, and the rating, for which each import asks. */
const decided: readonly string[] = ['contentRating', 'isPublic', 'isDefinitionPublic', 'isExportAllowed']
/** Cards have them as assets. */
const pictures: readonly string[] = ['avatar', 'expressions', 'background']
/** Fields that only this product has. Cards have them in `extensions`. */
const ownNames = characterFieldNames.filter(
  (name) => !(name in inCards) && !(name in listsInCards) && ![...decided, ...pictures].includes(name),
)
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
    const text = readText(data[key])
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
  for (const name of sharedLists) {
    const { texts, left } = readList(name, data[listsInCards[name].key])
    fields[name] = texts
    if (left === 0) continue
    const what = `${left === 1 ? 'One' : left} ${listsInCards[name].label}${left === 1 ? ' is' : 's are'}`
    notes.push(`${what} too long or too many. Exports have them until you change the others.`)
  }
  const entries = asList(asRecord(data.character_book).entries).length
  const { entries: most } = lorebookMaxima
  if (entries > most) {
    const counts = [entries, most].map((count) => count.toLocaleString('en'))
    notes.push(
      `The lorebook has ${counts[0]} entries and cannot be used: it can have ${counts[1]}. Exports have all of them.`,
    )
  }
  // Without a definition or notes, the public description was exported in their place.
  if (own.description !== undefined) {
    if (data.description === own.description) fields.definition = ''
    if (own.hasNotes === false && data.creator_notes === own.description) fields.creatorNotes = ''
  }
  return { fields: CardFields.parse(fields), notes }
}

/** The texts of a list that can be used, and how many others it has. */
function readList(name: CharacterListField, list: unknown): { texts: string[]; left: number } {
  const schema = CharacterFields.shape[name]
  const written = asList(list).filter((text): text is string => typeof text === 'string' && !isBlank(text))
  const usable = written.filter((text) => schema.safeParse([text]).success)
  const first = schema.safeParse(usable)
  const { max } = characterLists[name === 'tags' || name === 'sources' ? name : 'greetings']
  const texts = first.success ? first.data : schema.parse(usable.slice(0, max))
  return { texts, left: written.length - Math.min(usable.length, max) }
}

/** The fields that a card has something for, by their names; its lorebook, pictures and files, in words. */
export function listFound({ data }: CharacterCard, fields: CardFields, files: number): string[] {
  const entries = asList(asRecord(data.character_book).entries).length
  const counted = (count: number, one: string, more: string) =>
    count === 0 ? [] : [`${count} ${count === 1 ? one : more}`]
  return [
    ...[...sharedFields, ...sharedLists].filter((name) => fields[name].length > 0),
    ...counted(entries, 'lorebook entry', 'lorebook entries'),
    ...counted(Object.keys(fields.expressions).length, 'expression', 'expressions'),
    ...(fields.background === '' ? [] : ['background']),
    ...counted(files, 'file', 'files'),
  ]
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
  const changedTexts = sharedFields.filter((name) => character[name] !== before[name])
  const changedLists = sharedLists.filter((name) => JSON.stringify(character[name]) !== JSON.stringify(before[name]))
  const data = {
    ...base.data,
    ...Object.fromEntries(changedTexts.map((name) => [inCards[name].key, character[name]])),
    ...Object.fromEntries(changedLists.map((name) => [listsInCards[name].key, character[name]])),
    creation_date: base.data.creation_date ?? toSeconds(character.createdAt),
    modification_date: toSeconds(character.updatedAt),
  }
  const own = Object.fromEntries(ownNames.map((name) => [name, character[name]]))
  // A lorebook that was written here is stored as a card without a name.
  const isWrittenHere = isBlank(base.data.name)
  const isDescriptionOwn = isWrittenHere || character.description !== before.description
  return {
    ...base,
    data: {
      ...data,
      // Other programs have no text but this one that says who the character is.
      description: isDescriptionOwn && isBlank(data.description) ? character.description : data.description,
      creator: isWrittenHere ? character.createdBy : data.creator,
      creator_notes: isDescriptionOwn && isBlank(character.creatorNotes) ? character.description : data.creator_notes,
      extensions: {
        ...data.extensions,
        [extension]: {
          ...ownOf(base),
          ...own,
          contentRating: character.contentRating,
          hasNotes: !isBlank(character.creatorNotes),
        },
      },
    },
  }
}

const toSeconds = (time: number) => Math.floor(time / 1000)
