import { z } from 'zod'
import { cardMaxima } from '#engine/cards/card.ts'
import { blankCharacter } from '#engine/cards/character.ts'
import {
  allCategories,
  characterLimits,
  characterLists,
  creativityLevels,
  galleryLimits,
  gallerySorts,
  genders,
  missingInformation,
  ownCharacterLimits,
  plotAdvancements,
} from './character-terms.ts'
import { cleanText, storableText } from './clean-text.ts'
import { contentRatings } from './entitlements.ts'
import { ExpressionName } from './expressions.ts'
import { foldText } from './fold-text.ts'
import { cleanName, readableName } from './names.ts'
import { editing, type Routes, reading } from './routes.ts'
import { textUpTo } from './text-fields.ts'
import { voiceLimits, voicePattern } from './voice-terms.ts'

const tooLong = (max: number) => `Please keep this to ${max.toLocaleString('en')} characters or less`
const prose = (max: number) => textUpTo(max, 'this', storableText)
const required = (max: number) =>
  z
    .string({ error: missingInformation.text })
    .transform(cleanText)
    .refine((text) => text.length > 0, missingInformation.text)
    .refine((text) => text.length <= max, tooLong(max))

/** Imported cards have hidden characters in names by accident: they are removed, not refused. */
const characterName = z
  .string({ error: missingInformation.text })
  .transform((text) => cleanName(storableText(text)))
  .pipe(readableName(required(characterLimits.name), 'The name'))

/** Also removes the hidden characters of a nickname. It may be empty: the name then stands for it. */
const nickname = readableName(
  z
    .string()
    .transform((text) => cleanName(storableText(text)))
    .refine((text) => text.length <= characterLimits.name, tooLong(characterLimits.name)),
  'The nickname',
)

/** Texts in their order. Empty ones, and those that are there already, are left out. */
const textList = ({ max, length }: { max: number; length: number }, keyOf = (text: string) => text) =>
  z
    .array(
      z
        .string()
        .transform(cleanText)
        .pipe(z.string().max(length, tooLong(length))),
    )
    .max(max, `Please keep this to ${max} or fewer`)
    .transform((texts) => [...new Map(texts.filter((text) => text !== '').map((text) => [keyOf(text), text])).values()])

/**
 * An image is on this server (`/portraits/…`, `/files/…`). An image on another host is refused: that host
 * would learn who looks at it.
 */
export const ImagePath = z
  .string()
  .max(characterLimits.avatar, tooLong(characterLimits.avatar))
  .refine(
    (url) => url === '' || /^\/(?:portraits|files)(?:\/[\w-][\w.-]*)+$/.test(url),
    'Pictures from other websites cannot be used, to protect everyone’s privacy. Please upload the picture instead.',
  )

/** Empty: the voice that the listener has chosen, or the first one that is connected. */
const voice = z.string().trim().max(voiceLimits.voice, tooLong(voiceLimits.voice)).regex(voicePattern)

/** A background may also be the one in the files of its card, from before they were stored as images. */
export const BackgroundPath = z.union([ImagePath, z.string().regex(/^\/api\/characters\/[\w-]{1,64}\/background$/)])

/**
 * Every field an author writes, listed once, with its validation. The columns of `characters`, the responses, the form's
 * values and the prompt's character derive from this list or are checked against it by the compiler.
 */
const fields = {
  name: characterName,
  description: required(characterLimits.description),
  category: z.enum(allCategories),
  personality: prose(characterLimits.prose),
  speechStyle: prose(characterLimits.prose),
  behaviors: prose(characterLimits.prose),
  greeting: prose(characterLimits.greeting),
  userRole: prose(characterLimits.userRole),
  creativity: z.enum(creativityLevels),
  plotAdvancement: z.enum(plotAdvancements),
  environment: prose(characterLimits.prose),
  allowedItems: prose(characterLimits.prose),
  forbiddenItems: prose(characterLimits.prose),
  avatar: ImagePath,
  /** The character's own pictures of its expressions. */
  expressions: z.partialRecord(ExpressionName, ImagePath),
  /** The picture behind its chats. */
  background: BackgroundPath,
  gender: z.enum(genders),
  kinks: prose(characterLimits.prose),
  contentRating: z.enum(contentRatings, { error: 'Please choose a content rating.' }),
  /** How far an adult may raise the rating of a chat with it. A lower one than its own means its own. */
  maxChatRating: z.enum(contentRatings),
  isPublic: z.boolean(),
  scenario: prose(characterLimits.prose),
  definition: prose(characterLimits.definition),
  exampleDialogue: prose(characterLimits.definition),
  systemPrompt: prose(characterLimits.prose),
  postHistoryInstructions: prose(characterLimits.prose),
  nickname,
  /** As their author writes them. Two that differ in case only are one. */
  tags: textList(characterLists.tags, foldText),
  alternateGreetings: textList(characterLists.greetings),
  /** Offered in chats with several characters only. */
  groupGreetings: textList(characterLists.greetings),
  /** For readers. No prompt has them. */
  creatorNotes: prose(characterLimits.definition),
  characterVersion: prose(characterLimits.characterVersion),
  /** Where an imported character comes from. A save adds to them, and removes none. */
  sources: textList(characterLists.sources),
  /** Whether others may read the fields that otherwise their author reads only. */
  isDefinitionPublic: z.boolean(),
  /** Whether others may export it as a card, which has the definition: without a public one, they may not. */
  isExportAllowed: z.boolean(),
  /** The voice of what it says, as its author has chosen it. */
  voice,
  /** The voice of what it does. Empty: the same. */
  narratorVoice: voice,
}

/** Fields that only their author reads back, unless the definition is public: they steer the model. */
const authorOnly = {
  scenario: true,
  definition: true,
  exampleDialogue: true,
  systemPrompt: true,
  postHistoryInstructions: true,
} as const satisfies Partial<Record<keyof typeof fields, true>>

/** Everything an author writes. */
export const CharacterFields = z.object(fields)
export type CharacterFields = z.infer<typeof CharacterFields>

const { name: _name, description: _description, ...blankTexts } = blankCharacter

/** The value of each field that a new character leaves out. */
export const characterDefaults = {
  ...blankTexts,
  category: 'Other',
  avatar: '',
  expressions: {} as CharacterFields['expressions'],
  background: '',
  maxChatRating: 'general',
  isPublic: true,
  nickname: '',
  tags: [] as string[],
  alternateGreetings: [] as string[],
  groupGreetings: [] as string[],
  creatorNotes: '',
  characterVersion: '',
  sources: [] as string[],
  isDefinitionPublic: false,
  isExportAllowed: false,
  voice: '',
  narratorVoice: '',
} as const satisfies Omit<CharacterFields, 'name' | 'description'>

/** A character without any text. */
export const blankFields: CharacterFields = { ...characterDefaults, name: '', description: '' }

export const characterFieldNames = Object.keys(fields) as (keyof CharacterFields)[]
/** The fields with text of any kind. The others have a choice. */
export type CharacterTextField = {
  [Field in keyof CharacterFields]: string extends CharacterFields[Field] ? Field : never
}[keyof CharacterFields]
export type CharacterListField = {
  [Field in keyof CharacterFields]: string[] extends CharacterFields[Field] ? Field : never
}[keyof CharacterFields]

/** The fields with an author's words, which a model or a reader is shown: the safety policy reads them in this order. */
const texts = {
  name: true,
  description: true,
  definition: true,
  personality: true,
  speechStyle: true,
  behaviors: true,
  greeting: true,
  userRole: true,
  environment: true,
  allowedItems: true,
  forbiddenItems: true,
  kinks: true,
  scenario: true,
  exampleDialogue: true,
  systemPrompt: true,
  postHistoryInstructions: true,
  nickname: true,
  tags: true,
  alternateGreetings: true,
  groupGreetings: true,
  creatorNotes: true,
  characterVersion: true,
  sources: true,
} as const satisfies Record<
  Exclude<CharacterTextField, 'avatar' | 'background' | 'voice' | 'narratorVoice'> | CharacterListField,
  true
>
export const characterTexts = Object.keys(texts) as (keyof typeof texts)[]
export const authorOnlyFields = Object.keys(authorOnly) as (keyof typeof authorOnly)[]

/** A field that is not sent keeps its value. */
export const CharacterPatch = CharacterFields.partial()
export type CharacterPatch = z.infer<typeof CharacterPatch>

const basis = {
  /** The `updatedAt` of the version that is changed. If it is another one by now, the save is refused (`changed_elsewhere`). */
  basedOn: z.number().int().optional(),
  /** The earlier version whose lorebook an own character gets again. */
  lorebookOf: z.string().max(64).optional(),
}
const CharacterPatchRequest = CharacterPatch.extend(basis)

/** Creates without `id`; with the `id` of one's own character, replaces it. */
const SaveCharacterRequest = CharacterPatch.extend({
  id: z.string().max(64).optional(),
  name: fields.name,
  description: fields.description,
  /** The character card from which a new one was imported, as JSON. */
  card: z.string().max(cardMaxima.text, 'This card is too large').optional(),
  /** The files that came with it: `cardFile` of the preview. */
  cardFile: z.string().max(64).optional(),
  ...basis,
})

const isList = (field: string): field is CharacterListField =>
  Array.isArray((characterDefaults as Record<string, unknown>)[field])

type StoredFields = { [Field in keyof CharacterFields]: z.ZodType<CharacterFields[Field]> }

/** The fields as they are read: stored text passes as it is, since a limit may be lower today than when it was written. */
const storedFields = Object.fromEntries(
  Object.entries(fields).map(([field, schema]) => [
    field,
    schema instanceof z.ZodEnum || schema instanceof z.ZodBoolean || field === 'expressions'
      ? schema
      : isList(field)
        ? z.array(z.string())
        : z.string(),
  ]),
) as unknown as StoredFields

export const StoredCharacterFields = z.object(storedFields)

/** A character as its author reads it. Times are milliseconds since 1970. */
export const OwnCharacter = z.object({
  id: z.string(),
  ...storedFields,
  /** Conversations that were started with it. */
  chatCount: z.number().int(),
  /** Mean of all ratings, 1 to 5; null before the first. */
  rating: z.number().nullable(),
  /** The author's display name, or the username: shown in "by {creator}". */
  createdBy: z.string(),
  /** Whether the viewer is the author, and so may edit it. */
  isMine: z.boolean(),
  createdAt: z.number().int(),
  updatedAt: z.number().int(),
})
export type OwnCharacter = z.infer<typeof OwnCharacter>

/** A character as other readers read it. */
export const Character = OwnCharacter.partial(authorOnly)
export type Character = z.infer<typeof Character>

/** An item of the lists: what a card on screen shows. */
export const CharacterSummary = Character.pick({
  id: true,
  name: true,
  description: true,
  category: true,
  userRole: true,
  avatar: true,
  contentRating: true,
  isPublic: true,
  chatCount: true,
  rating: true,
  createdBy: true,
  isMine: true,
})
export type CharacterSummary = z.infer<typeof CharacterSummary>

/** Each account has one rating of a character; a second one replaces the first. */
const RatingRequest = z.object({ stars: z.number().int().min(1).max(5) })
/** The viewer's own rating; null if there is none. */
const OwnRating = z.object({ stars: z.number().int().nullable() })

const OwnCharactersQuery = z.object({
  limit: z.coerce.number().int().min(1).max(ownCharacterLimits.page).default(ownCharacterLimits.page),
  cursor: z.string().max(500).optional(),
})

export const GalleryQuery = z.object({
  search: z.string().trim().max(galleryLimits.search).optional(),
  category: z.enum(allCategories).optional(),
  contentRating: z.enum(contentRatings).optional(),
  sort: z.enum(gallerySorts).default('trending'),
  /** `new`: only characters that users have created within the last 14 days. */
  only: z.enum(['new']).optional(),
  limit: z.coerce.number().int().min(1).max(galleryLimits.max).default(galleryLimits.default),
  cursor: z.string().max(500).optional(),
})
export type GalleryQuery = z.infer<typeof GalleryQuery>

const access = 'signed-in'
const saved = { ...editing, limit: 'save', response: OwnCharacter } as const

/** The lists have an ETag and answer 304. The next page's cursor comes in the header `X-Next-Cursor`. */
export const characterListApi = {
  'GET /api/characters/public': { ...reading, query: GalleryQuery, response: z.array(CharacterSummary) },
  'GET /api/characters': { ...reading, query: OwnCharactersQuery, response: z.array(CharacterSummary) },
} as const satisfies Routes

export const characterApi = {
  /** Answers 201 where it creates. */
  'POST /api/characters': { ...saved, bodyLimit: 4_000_000, body: SaveCharacterRequest, status: [200, 201] },
  'GET /api/characters/:id': { ...reading, response: z.union([OwnCharacter, Character]) },
  'PUT /api/characters/:id': { ...saved, body: CharacterPatchRequest },
  'DELETE /api/characters/:id': editing,
  'POST /api/characters/:id/restore': { ...editing, response: OwnCharacter },
  'GET /api/characters/:id/rating': { ...reading, response: OwnRating },
  'PUT /api/characters/:id/rating': { access, key: 'everything', body: RatingRequest, response: Character },
} as const satisfies Routes
