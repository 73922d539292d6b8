/**
 * The noun of the engine: a character as its author wrote it, before any macro is expanded.
 *
 * Every text may hold macros (`{{char}}`, `{{user}}`, …; see `macros/list.ts`). An empty string means "not written":
 * the prompt then says nothing about it. Nothing here is trimmed or checked; that is the business of whoever reads
 * the card in.
 */
export interface PromptCharacter {
  /** The name on the poster. `{{char}}` is the nickname when there is one, else this. */
  name: string
  nickname?: string
  /** The public blurb, as readers see it in the gallery. */
  description: string
  /** The long description a card carries: who the character is, for the model alone. */
  definition: string
  personality: string
  speechStyle: string
  behaviors: string
  /** What the character says to open a conversation. */
  greeting: string
  /** Who the player is in the story. */
  userRole: string
  creativity: Creativity
  plotAdvancement: PlotAdvancement
  environment: string
  allowedItems: string
  forbiddenItems: string
  gender: 'male' | 'female' | 'non-binary' | 'other'
  /** Enters the prompt only where the rating in force allows it: never for general audiences. */
  kinks: string
  contentRating: ContentRating
  scenario: string
  /** Sample exchanges; each block begins with `<START>`. */
  exampleDialogue: string
  /** Takes the place of the house's main instruction; `{{original}}` stands for that instruction. */
  systemPrompt: string
  /** Said to the model after the history, just before the reply. */
  postHistoryInstructions: string
}

export type ContentRating = 'general' | 'mature' | 'explicit'
export type Creativity = 'grounded' | 'balanced' | 'vivid' | 'wild'
export type PlotAdvancement = 'follow' | 'balanced' | 'lead'

/**
 * The name others call a character by: what `{{char}}` stands for.
 *
 * @example
 * calledName({ name: 'Captain Ilse Marrow', nickname: 'Ilse' }) // 'Ilse'
 * calledName({ name: 'Captain Ilse Marrow' }) // 'Captain Ilse Marrow'
 */
export function calledName(character: Pick<PromptCharacter, 'name' | 'nickname'>): string {
  return character.nickname?.trim() || character.name.trim() || 'the character'
}
