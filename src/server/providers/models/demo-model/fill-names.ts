import type { PromptCharacter } from '#engine/cards/character.ts'

const textFields = [
  'personality',
  'speechStyle',
  'behaviors',
  'environment',
  'userRole',
  'greeting',
  'description',
] as const

/** The character with `{{char}}` and `{{user}}` replaced by names, and each run of spaces by one space. */
export function fillNames(character: PromptCharacter, userName: string): PromptCharacter {
  const name = character.name.trim() || 'The character'
  const filled = { ...character, name }
  for (const field of textFields) {
    filled[field] = character[field]
      .replaceAll(/\{\{char\}\}/gi, name)
      .replaceAll(/\{\{user\}\}/gi, userName)
      .replaceAll(/[^\S\n]+/g, ' ')
  }
  return filled
}
