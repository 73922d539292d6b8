import type { PromptCharacter } from '../cards/character.ts'
import { isBlank } from '../is-blank.ts'
import { expandMacros } from '../macros/expand.ts'
import { exampleContext } from '../macros/macro.ts'
import { estimateTokens } from '../prompt/estimate.ts'

/** More than this of a character is in each prompt: a small model then has little room for the conversation. */
export const maxPermanentTokens = 2_000

const permanentFields = [
  ...(['definition', 'personality', 'speechStyle', 'behaviors', 'environment', 'scenario'] as const),
  ...(['allowedItems', 'forbiddenItems', 'kinks', 'systemPrompt', 'postHistoryInstructions'] as const),
]
const textFields = ['greeting', 'exampleDialogue', 'userRole', ...permanentFields] as const
const instructions: readonly string[] = ['systemPrompt', 'postHistoryInstructions']
type CheckedField = (typeof textFields)[number]

/** What an author may want to change before others play the character. */
export interface Finding {
  field: CheckedField
  /** A sentence for the author. */
  text: string
  /** A change that mends it: what the button says, and the new text of the field. */
  fix?: { label: string; value: string }
}

/**
 * Reads a character as its author should before saving: macros that stand for nothing, a greeting that is missing or plays the
 * user, and texts that leave little room for the conversation.
 *
 * @example
 * checkCharacter({ ...character, greeting: 'Hello, {{username}}.' })[0].fix.value // 'Hello, {{user}}.'
 * checkCharacter(character) // []
 */
export function checkCharacter(character: PromptCharacter): Finding[] {
  return [
    ...checkGreeting(character),
    ...textFields.flatMap((field) => checkMacros(field, character[field])),
    ...checkUserLines('greeting', character.greeting),
    ...checkUserLines('exampleDialogue', withoutUserLines(character.exampleDialogue)),
    ...checkLength(character),
  ]
}

function checkGreeting({ greeting, alternateGreetings = [] }: PromptCharacter): Finding[] {
  if (!isBlank(greeting)) return []
  const [other] = alternateGreetings.filter((text) => !isBlank(text))
  const text = 'There is no greeting: the player has to write the first message.'
  return [{ field: 'greeting', text, ...(other && { fix: { label: 'Use another greeting', value: other } }) }]
}

/** What people write for `{{char}}` and `{{user}}`. */
const meant = {
  char: /^(?:charname|character|character ?name|char_name|bot|bot ?name|ai)$/i,
  user: /^(?:username|user ?name|user_name|player|player ?name|you|human)$/i,
} as const

/** Macros that stay in the text as they are, and single braces. The model would read them. */
function checkMacros(field: CheckedField, text: string): Finding[] {
  const original = instructions.includes(field) ? { original: 'x' } : {}
  const left = expandMacros(text, { ...exampleContext, original: undefined, ...original })
  const unknown = new Set(
    [...left.matchAll(/\{\{[^{}]{0,80}\}\}|(?<!\{)\{(?:char|user)\}(?!\})/gi)].map(([macro]) => macro),
  )
  return [...unknown].map((macro) => {
    const name = macro.replaceAll(/[{}]/g, '').trim()
    const [known] = (['char', 'user'] as const).filter((one) => name.toLowerCase() === one || meant[one].test(name))
    const value = known ? `{{${known}}}` : ''
    const label = known ? `Write {{${known}}}` : 'Remove it'
    return {
      field,
      text: `${macro} stands for nothing here: the model reads it as it is.`,
      fix: { label, value: text.replaceAll(macro, value) },
    }
  })
}

const userLine = /^[ \t]*(?:\{\{user\}\}|<user>)[ \t]*:.*(?:\n|$)/gim
/** The exchanges of an example have lines of the user. */
const withoutUserLines = (text: string) => text.replaceAll(userLine, '')
const userActs =
  /(?:\{\{user\}\}|<user>)\s+(?:says?|said|asks?|asked|replies|replied|answers?|nods?|nodded|smiles?|smiled|laughs?|laughed|walks?|walked|thinks?|thought|feels?|felt|decides?|decided|whispers?|whispered|agrees?|agreed)\b/i

function checkUserLines(field: 'greeting' | 'exampleDialogue', text: string): Finding[] {
  const without = withoutUserLines(text)
  if (without !== text) {
    const fix = { label: 'Remove those lines', value: without.trim() }
    return [{ field, text: 'It has lines of the player. The model learns to write them too.', fix }]
  }
  const [act] = userActs.exec(text) ?? []
  if (!act) return []
  return [{ field, text: `It plays the player (“${act}”). The model learns to do so too.` }]
}

function checkLength(character: PromptCharacter): Finding[] {
  const sizes = permanentFields.map((field) => ({ field, tokens: estimateTokens(character[field]) }))
  const total = sizes.reduce((sum, { tokens }) => sum + tokens, 0)
  if (total <= maxPermanentTokens) return []
  const [longest] = sizes.toSorted((a, b) => b.tokens - a.tokens)
  const count = total.toLocaleString('en')
  const most = maxPermanentTokens.toLocaleString('en')
  const text = `About ${count} tokens of this character are in each prompt. Above ${most}, less of the conversation fits. This is the longest text.`
  return [{ field: longest?.field ?? 'definition', text }]
}
