import type { FieldErrors } from 'react-hook-form'
import { isBlank } from '#engine/is-blank.ts'
import type { AccountType, User } from '#shared/accounts.ts'
import { fieldText } from '#shared/character-revisions.ts'
import { categories, explicitCategory } from '#shared/character-terms.ts'
import {
  blankFields,
  type Character,
  type CharacterFields,
  CharacterFields as CharacterFieldsSchema,
  type CharacterSummary,
  characterDefaults,
  type OwnCharacter,
} from '#shared/characters.ts'
import { type ContentRating, contentRatings, entitlements, ratingsUpTo, ratingsWithin } from '#shared/entitlements.ts'
import { displayableSrc } from '#shared/image-src.ts'
import type { Template } from './templates.ts'

/** In place of the rating of an imported character until its author has chosen one. It cannot be saved. */
export const unchosenRating = '' as ContentRating

export function valuesOf(character: Character | OwnCharacter): CharacterFields {
  // Images of other websites could be saved once, but were never shown.
  const result = CharacterFieldsSchema.safeParse({ ...character, avatar: displayableSrc(character.avatar) })
  return result.success ? result.data : { ...blankFields, name: character.name, description: character.description }
}

export function valuesOfTemplate({ id: _id, ...fields }: Template): CharacterFields {
  return fields
}

/** The explicit category is offered only for explicit characters. */
export function categoriesFor(rating: ContentRating): readonly CharacterFields['category'][] {
  return rating === 'explicit' ? [...categories, explicitCategory] : categories
}

/**
 * The ratings to offer, and whether the account may choose them. Ratings above the instance's limit are left out, unless
 * the character already has one.
 */
export function ratingsFor(user: Pick<User, 'accountType' | 'maxContentRating'>, current: ContentRating) {
  const supported = ratingsUpTo(user.maxContentRating)
  const allowed = ratingsWithin(entitlements[user.accountType].createPrivate, user.maxContentRating)
  return contentRatings
    .filter((rating) => supported.includes(rating) || rating === current)
    .map((rating) => ({ rating, isAllowed: allowed.includes(rating) }))
}

/** The ratings to which chats with the character may be raised, from its own on, as far as the account may use them. */
export function chatRatingsFor(
  accountType: AccountType,
  contentRating: ContentRating,
  ceiling: ContentRating = 'explicit',
): ContentRating[] {
  return ratingsWithin(entitlements[accountType].publish, ceiling).filter(
    (rating) => !ratingsUpTo(contentRating).includes(rating) || rating === contentRating,
  )
}

export function hasKinks(rating: ContentRating): boolean {
  return rating !== 'general' && rating !== unchosenRating
}

export function canPublish(accountType: AccountType, rating: ContentRating): boolean {
  return entitlements[accountType].publish.includes(rating)
}

/** Resets fields that the current rating hides or forbids, so that the saved values match the visible form. */
export function normalizeValues(values: CharacterFields, accountType: AccountType): CharacterFields {
  const { contentRating, maxChatRating } = values
  const raised = chatRatingsFor(accountType, contentRating)
  return {
    ...values,
    category:
      values.category === explicitCategory && contentRating !== 'explicit'
        ? characterDefaults.category
        : values.category,
    kinks: hasKinks(contentRating) && entitlements[accountType].explicitFields ? values.kinks : '',
    isPublic: values.isPublic && canPublish(accountType, contentRating),
    maxChatRating: raised.includes(maxChatRating) ? maxChatRating : characterDefaults.maxChatRating,
  }
}

export const creatorTabs = ['quick-start', 'basics', 'personality', 'storytelling', 'image', 'advanced'] as const
export type CreatorTab = (typeof creatorTabs)[number]

/** The label of each field, and the tab of its input. */
export const formFields: Record<keyof CharacterFields, { label: string; tab: CreatorTab }> = {
  name: { label: 'Name', tab: 'basics' },
  description: { label: 'Description', tab: 'basics' },
  category: { label: 'Category', tab: 'basics' },
  gender: { label: 'Gender', tab: 'basics' },
  contentRating: { label: 'Content rating', tab: 'basics' },
  maxChatRating: { label: 'Chats may be raised to', tab: 'basics' },
  isPublic: { label: 'Public', tab: 'basics' },
  personality: { label: 'Personality', tab: 'personality' },
  speechStyle: { label: 'Speech style', tab: 'personality' },
  behaviors: { label: 'Behaviors', tab: 'personality' },
  greeting: { label: 'Greeting', tab: 'personality' },
  creativity: { label: 'Creativity', tab: 'personality' },
  kinks: { label: 'Kinks', tab: 'personality' },
  userRole: { label: 'The player’s role', tab: 'storytelling' },
  plotAdvancement: { label: 'Plot advancement', tab: 'storytelling' },
  environment: { label: 'Environment', tab: 'storytelling' },
  allowedItems: { label: 'Allowed items', tab: 'storytelling' },
  forbiddenItems: { label: 'Forbidden items', tab: 'storytelling' },
  avatar: { label: 'Image address', tab: 'image' },
  expressions: { label: 'Expressions', tab: 'advanced' },
  background: { label: 'Background', tab: 'advanced' },
  definition: { label: 'Definition', tab: 'advanced' },
  scenario: { label: 'Scenario', tab: 'advanced' },
  exampleDialogue: { label: 'Example dialogue', tab: 'advanced' },
  systemPrompt: { label: 'System prompt', tab: 'advanced' },
  postHistoryInstructions: { label: 'Instructions after the history', tab: 'advanced' },
  nickname: { label: 'Nickname', tab: 'advanced' },
  tags: { label: 'Tags', tab: 'basics' },
  alternateGreetings: { label: 'Other greetings', tab: 'advanced' },
  groupGreetings: { label: 'Greetings for scenes', tab: 'advanced' },
  creatorNotes: { label: 'Notes for readers', tab: 'advanced' },
  characterVersion: { label: 'Version', tab: 'advanced' },
  sources: { label: 'Sources', tab: 'advanced' },
  isDefinitionPublic: { label: 'Others may read the definition', tab: 'advanced' },
  voice: { label: 'Voice of what they say', tab: 'advanced' },
  narratorVoice: { label: 'Voice of what they do', tab: 'advanced' },
  isExportAllowed: { label: 'Others may export it', tab: 'advanced' },
}

export const fieldLabels = Object.fromEntries(
  Object.entries(formFields).map(([field, { label }]) => [field, label]),
) as Record<keyof CharacterFields, string>

/** The fields in which two versions of a character differ, as texts. */
export function changesBetween(before: CharacterFields, after: CharacterFields) {
  return (Object.keys(formFields) as (keyof CharacterFields)[])
    .map((field) => ({ field, before: fieldText(before[field]), after: fieldText(after[field]) }))
    .filter((change) => change.before !== change.after)
}

export function tabOf(field: string): CreatorTab {
  return Object.hasOwn(formFields, field) ? formFields[field as keyof CharacterFields].tab : 'basics'
}

/** The invalid field to focus: the required fields first, then the order of the form. */
export function firstInvalidField(errors: FieldErrors<CharacterFields>): keyof CharacterFields {
  const order: (keyof CharacterFields)[] = ['name', 'description']
  return order.find((field) => errors[field]) ?? (Object.keys(errors)[0] as keyof CharacterFields)
}

/** Whether a required field is empty. One that is too long is not missing; the field says so. */
export function isMissingInformation({ name, description }: Pick<CharacterFields, 'name' | 'description'>): boolean {
  return isBlank(name) || isBlank(description)
}

/** The card of the character as it would be saved now. A character without a name has no initials either. */
export function previewOf(
  values: CharacterFields,
  author: Pick<User, 'name' | 'accountType'>,
): CharacterSummary & CharacterFields {
  const normalized = normalizeValues(values, author.accountType)
  return {
    ...normalized,
    name: normalized.name.trim(),
    description: normalized.description.trim() || 'The description appears here.',
    userRole: normalized.userRole.trim(),
    contentRating: normalized.contentRating || characterDefaults.contentRating,
    id: 'preview',
    chatCount: 0,
    rating: null,
    createdBy: author.name,
    isMine: true,
  }
}
