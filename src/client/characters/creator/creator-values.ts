import type { FieldErrors } from 'react-hook-form'
import type { AccountType, User } from '#shared/accounts.ts'
import { categories, explicitCategory } from '#shared/character-terms.ts'
import {
  type CharacterFields,
  CharacterFields as CharacterFieldsSchema,
  type CharacterSummary,
  characterDefaults,
  type OwnCharacter,
} from '#shared/characters.ts'
import { type ContentRating, contentRatings, entitlements, ratingsUpTo, ratingsWithin } from '#shared/entitlements.ts'
import type { Template } from './templates.ts'

/** The form of someone new. */
export const blankCharacter: CharacterFields = { ...characterDefaults, name: '', description: '' }

/** The form of a saved character: what an author writes, without the figures. */
export function valuesOf(character: OwnCharacter): CharacterFields {
  const result = CharacterFieldsSchema.safeParse(character)
  return result.success ? result.data : { ...blankCharacter, name: character.name, description: character.description }
}

/** A template's fields, without its own id and icon. */
export function valuesOfTemplate({ id: _id, icon: _icon, ...fields }: Template): CharacterFields {
  return fields
}

/** The explicit category is offered only for explicit characters. */
export function categoriesFor(rating: ContentRating): readonly CharacterFields['category'][] {
  return rating === 'explicit' ? [...categories, explicitCategory] : categories
}

/** The kinks field belongs to mature and explicit characters. */
/**
 * The ratings to choose from, and which of them are open to the account. What the house does not carry is not offered;
 * a character that has such a rating from before keeps it in sight.
 */
export function ratingsFor(user: Pick<User, 'accountType' | 'maxContentRating'>, current: ContentRating) {
  const carried = ratingsUpTo(user.maxContentRating)
  const open = ratingsWithin(entitlements[user.accountType].createPrivate, user.maxContentRating)
  return contentRatings
    .filter((rating) => carried.includes(rating) || rating === current)
    .map((rating) => ({ rating, open: open.includes(rating) }))
}

export function showsKinks(rating: ContentRating): boolean {
  return rating !== 'general'
}

export function mayPublish(accountType: AccountType, rating: ContentRating): boolean {
  return entitlements[accountType].publish.includes(rating)
}

/** Puts right what a change of rating left behind, so that what is saved is what the form shows. */
export function settle(values: CharacterFields, accountType: AccountType): CharacterFields {
  const { contentRating } = values
  return {
    ...values,
    category:
      values.category === explicitCategory && contentRating !== 'explicit'
        ? characterDefaults.category
        : values.category,
    kinks: showsKinks(contentRating) && entitlements[accountType].explicitFields ? values.kinks : '',
    isPublic: values.isPublic && mayPublish(accountType, contentRating),
  }
}

export const creatorTabs = ['quick-start', 'basics', 'personality', 'storytelling', 'image'] as const
export type CreatorTab = (typeof creatorTabs)[number]

/** The tab of each field's input. Fields without an input are under basics. */
const tabOfField: Record<keyof CharacterFields, CreatorTab> = {
  name: 'basics',
  description: 'basics',
  category: 'basics',
  gender: 'basics',
  contentRating: 'basics',
  isPublic: 'basics',
  personality: 'personality',
  speechStyle: 'personality',
  behaviors: 'personality',
  greeting: 'personality',
  creativity: 'personality',
  kinks: 'personality',
  userRole: 'storytelling',
  plotAdvancement: 'storytelling',
  environment: 'storytelling',
  allowedItems: 'storytelling',
  forbiddenItems: 'storytelling',
  avatar: 'image',
  scenario: 'basics',
  definition: 'basics',
  exampleDialogue: 'basics',
  systemPrompt: 'basics',
  postHistoryInstructions: 'basics',
}

/** Where a field is edited, so that a fault can be shown rather than hidden on another tab. */
export function tabOf(field: string): CreatorTab {
  return Object.hasOwn(tabOfField, field) ? tabOfField[field as keyof CharacterFields] : 'basics'
}

/** The fault to lead to: what everybody needs first, then the order of the form. */
export function firstFault(errors: FieldErrors<CharacterFields>): keyof CharacterFields {
  const order: (keyof CharacterFields)[] = ['name', 'description']
  return order.find((field) => errors[field]) ?? (Object.keys(errors)[0] as keyof CharacterFields)
}

/** The card of the character as it would be saved now. */
export function previewOf(
  values: CharacterFields,
  author: Pick<User, 'name' | 'accountType'>,
): CharacterSummary & CharacterFields {
  const settled = settle(values, author.accountType)
  return {
    ...settled,
    name: settled.name.trim() || 'Someone new',
    description: settled.description.trim() || 'Two lines about them stand here.',
    userRole: settled.userRole.trim(),
    id: 'preview',
    chatCount: 0,
    rating: null,
    createdBy: author.name,
    isMine: true,
  }
}
