import type { MacroTexts } from '../macros/macro.ts'

/**
 * A character as its author wrote it. Every text may contain macros (`{{char}}`, `{{user}}`, …; see `macros/list.ts`).
 * An empty text is left out of the prompt. The caller validates the fields; the engine does not.
 */
export interface PromptCharacter {
  /** The full name. `{{char}}` is the nickname if there is one, else the name. */
  name: string
  nickname?: string
  /** The short public text that readers see in the gallery. */
  description: string
  /** The long description for the model. In a character card: `description`. */
  definition: string
  personality: string
  speechStyle: string
  behaviors: string
  /** The first message of a conversation. */
  greeting: string
  /** Other first messages, of which the user may choose one. */
  alternateGreetings?: readonly string[]
  /** As those, in conversations with several characters only. */
  groupGreetings?: readonly string[]
  /** The user's role in the story. */
  userRole: string
  creativity: Creativity
  plotAdvancement: PlotAdvancement
  environment: string
  allowedItems: string
  forbiddenItems: string
  gender: 'male' | 'female' | 'non-binary' | 'other'
  /** Left out of the prompt when the rating in force is `general`. */
  kinks: string
  contentRating: ContentRating
  scenario: string
  /** Sample exchanges. Each begins with `<START>`. */
  exampleDialogue: string
  /** Replaces the main instruction. `{{original}}` stands for the main instruction. */
  systemPrompt: string
  /** Comes after the history, immediately before the reply. */
  postHistoryInstructions: string
  characterVersion?: string
}

/** A character without any text, as a base for one that has few. */
export const blankCharacter: PromptCharacter = {
  name: '',
  description: '',
  definition: '',
  personality: '',
  speechStyle: '',
  behaviors: '',
  greeting: '',
  userRole: '',
  creativity: 'balanced',
  plotAdvancement: 'balanced',
  environment: '',
  allowedItems: '',
  forbiddenItems: '',
  gender: 'other',
  kinks: '',
  contentRating: 'general',
  scenario: '',
  exampleDialogue: '',
  systemPrompt: '',
  postHistoryInstructions: '',
}

export type ContentRating = 'general' | 'mature' | 'explicit'
export type Creativity = 'grounded' | 'balanced' | 'vivid' | 'wild'
export type PlotAdvancement = 'follow' | 'balanced' | 'lead'

/**
 * What the macros for whole texts stand for. A greeting may be expanded with a part of a character.
 *
 * @example
 * macroTextsOf({ definition: 'Keeps a lighthouse.' }, 'A sailor.').persona // 'A sailor.'
 */
export function macroTextsOf(character: Partial<PromptCharacter>, persona = ''): MacroTexts {
  return {
    description: character.definition || character.description,
    personality: character.personality,
    scenario: character.scenario,
    persona,
    mesExamples: character.exampleDialogue,
    charPrompt: character.systemPrompt,
    charInstruction: character.postHistoryInstructions,
    charVersion: character.characterVersion,
  }
}

/**
 * The value of `{{char}}`: the nickname, else the name.
 *
 * @example
 * charName({ name: 'Captain Ilse Marrow', nickname: 'Ilse' }) // 'Ilse'
 * charName({ name: 'Captain Ilse Marrow' }) // 'Captain Ilse Marrow'
 */
export function charName(character: Pick<PromptCharacter, 'name' | 'nickname'>): string {
  return character.nickname?.trim() || character.name.trim() || 'the character'
}
