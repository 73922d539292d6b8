import { asList, asRecord, readText } from '../json-values.ts'

/** What a file may have. Values are all texts, numbers, lists and objects of its JSON; files, the bytes of those beside it. */
export const cardMaxima = { text: 1_000_000, values: 50_000, depth: 64, files: 20_000_000 } as const

/**
 * A character card of version 3, the type to which every format is mapped. Fields that this engine does not know stay where
 * they were, so that a card can be changed and written again without a loss.
 */
export interface CharacterCard {
  spec: 'chara_card_v3'
  spec_version: '3.0'
  data: CardData
  [key: string]: unknown
}

type CardTexts = Record<(typeof textNames)[number], string>

export interface CardData extends CardTexts {
  alternate_greetings: unknown[]
  group_only_greetings: unknown[]
  tags: unknown[]
  extensions: Record<string, unknown>
  [key: string]: unknown
}

/** A file that is no card, or one that cannot be read. The message is for the user. */
export class CardError extends Error {
  override name = 'CardError'
}

/** A file that comes with a card, such as a picture. Assets refer to it as `embeded://path`. */
export interface CardFile {
  path: string
  bytes: Uint8Array
}

/** A file of an archive, which is unpacked when it is read. */
export interface ArchivedFile {
  path: string
  /** Bytes, as the archive says. */
  size: number
  /** Throws a `CardError` if the file is damaged, or longer. */
  read(): Promise<Uint8Array<ArrayBuffer>>
}

/** What was read of a file, and what the user should know about it, in sentences. */
export interface ReadCard {
  card: CharacterCard
  files: CardFile[]
  notes: string[]
}

/** In the notes of a copy, as the specification asks. It is removed when the copy is read. */
export const backfillNote =
  'This is a copy for programs that do not know version 3 of character cards. It may lack what only version 3 has.\n\n'

/** The fields of version 1. */
const firstNames = ['name', 'description', 'personality', 'scenario', 'first_mes', 'mes_example'] as const
/** The texts of a card. One that is missing is empty. */
const textNames = [
  ...firstNames,
  'creator_notes',
  'system_prompt',
  'post_history_instructions',
  'creator',
  'character_version',
] as const
const listNames = ['alternate_greetings', 'group_only_greetings', 'tags'] as const
const otherNames = [
  'extensions',
  'character_book',
  'assets',
  'nickname',
  'creator_notes_multilingual',
  'source',
  'creation_date',
  'modification_date',
] as const
const knownNames: ReadonlySet<string> = new Set([...textNames, ...listNames, ...otherNames])

/** How Pygmalion, text-generation-webui and Agnai call the fields. */
const otherSpellings: Readonly<Record<string, keyof CardTexts | 'alternate_greetings'>> = {
  char_name: 'name',
  char_persona: 'description',
  context: 'description',
  world_scenario: 'scenario',
  char_greeting: 'first_mes',
  greeting: 'first_mes',
  example_dialogue: 'mes_example',
  sampleChat: 'mes_example',
  systemPrompt: 'system_prompt',
  postHistoryInstructions: 'post_history_instructions',
  alternateGreetings: 'alternate_greetings',
}

/**
 * Maps the JSON of a card to version 3: version 1, whose fields are at the root, version 2, version 3, newer versions, and the
 * files of Agnai, Pygmalion, text-generation-webui and character.ai. Throws a `CardError` for anything else.
 *
 * @example
 * toCard({ name: 'Ilse', first_mes: 'Ahoy.', mood: 'calm' }).card.data.first_mes // 'Ahoy.'
 * toCard({ name: 'Ilse', first_mes: 'Ahoy.', mood: 'calm' }).card.mood // 'calm'
 */
export function toCard(value: unknown): Omit<ReadCard, 'files'> {
  const root = withoutWrapper(Array.isArray(value) ? {} : asRecord(value))
  if (isDeeperThan(root, cardMaxima.depth)) throw new CardError('This card is nested too deeply to be read.')
  const { spec, spec_version, data: wrapped, ...rest } = root
  const isWrapped = typeof wrapped === 'object' && wrapped !== null
  // A card of a newer version may have the fields of version 1 at the root too, as copies.
  const flat = isWrapped ? rest : withOneSpelling(rest)
  const atRoot = Object.entries(flat)
  const data: Record<string, unknown> = {
    ...Object.fromEntries(atRoot.filter(([key]) => knownNames.has(key))),
    ...(isWrapped && wrapped),
  }
  const expected = isWrapped ? firstNames : firstNames.filter((name) => name !== 'name')
  if (!expected.some((name) => typeof data[name] === 'string')) throw new CardError(notACard(root))
  const card: CharacterCard = {
    spec: 'chara_card_v3',
    spec_version: '3.0',
    data: withDefaults(data),
    ...Object.fromEntries(atRoot.filter(([key]) => !knownNames.has(key))),
  }
  const version = Number.parseFloat(String(spec_version))
  const isNewer = version > 3 || /^chara_card_v(?:[4-9]|\d\d)/.test(readText(spec))
  return { card, notes: isNewer ? ['This card has a newer version than this site knows. All of it is kept.'] : [] }
}

/** character.ai has the fields in `character`, and calls the texts for the model and for readers otherwise. */
function withoutWrapper(root: Record<string, unknown>): Record<string, unknown> {
  const { character, ...rest } = root
  const { name, participant__name, greeting, definition, title, description, ...others } = asRecord(character)
  if (typeof greeting !== 'string' || (definition === undefined && participant__name === undefined)) return root
  const about = [title, description].map(readText).filter((text) => text !== '')
  return {
    ...rest,
    ...others,
    name: readText(name) || readText(participant__name),
    description: readText(definition) || about.join('\n'),
    creator_notes: about.join('\n\n'),
    first_mes: greeting,
  }
}

function notACard(root: Record<string, unknown>): string {
  return 'entries' in root || root.spec === 'lorebook_v3'
    ? 'This file is a lorebook and has no character.'
    : 'This file is not a character card. You can import cards as PNG, JSON or CHARX.'
}

function withDefaults(data: Record<string, unknown>): CardData {
  const { character_book, ...others } = data
  return {
    ...others,
    ...(Object.fromEntries(textNames.map((name) => [name, readText(data[name])])) as CardTexts),
    ...(Object.fromEntries(listNames.map((name) => [name, asList(data[name])])) as Record<
      (typeof listNames)[number],
      unknown[]
    >),
    extensions: Array.isArray(data.extensions) ? {} : asRecord(data.extensions),
    ...(character_book ? { character_book } : {}),
  }
}

/** The fields of a flat card by their names in version 1; those of another spelling lose it. */
function withOneSpelling(root: Record<string, unknown>): Record<string, unknown> {
  const { persona, ...rest } = root
  const flat =
    persona === undefined ? rest : { ...rest, description: readText(rest.description) || readPersona(persona) }
  const renamed = Object.entries(otherSpellings).filter(([spelling, name]) => {
    return spelling in flat && (flat[name] === undefined || flat[name] === '')
  })
  if (renamed.length === 0) return flat
  const kept = Object.entries(flat).filter(([key]) => renamed.every(([spelling]) => spelling !== key))
  return Object.fromEntries([...kept, ...renamed.map(([spelling, name]) => [name, flat[spelling]] as const)])
}

/** Agnai's: a text, or attributes with a list of texts each. */
function readPersona(persona: unknown): string {
  const { attributes, kind } = asRecord(persona)
  if (attributes === undefined) return readText(persona)
  const lines = Object.entries(asRecord(attributes)).map(([name, values]) => {
    const text = asList(values).map(readText).join(', ')
    return kind === 'text' ? text : `${name}: ${text}`
  })
  return lines.join('\n')
}

const isDeeperThan = (value: unknown, depth: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (depth === 0 || Object.values(value).some((one) => isDeeperThan(one, depth - 1)))
