import type { ContentRating, PromptCharacter } from '../cards/character.ts'
import type { PromptKind } from './input.ts'
import {
  continueNudge,
  greetingInSpiritNudge,
  greetingNudge,
  mainInstruction,
  mannerOf,
  paceOf,
  plotNudgeOf,
} from './instructions.ts'
import { safetyRules } from './safety.ts'

/**
 * The order of the prompt, by volatility: what never changes stands first, so that a cached prefix lives as long as it
 * can. History has no entry here; it stands between `story` and `end`.
 */

/** What a section may look at. */
export interface SectionFacts {
  character: PromptCharacter
  persona: string
  story: string
  kind: PromptKind
  /** The rating in force, the chat filter counted in. */
  rating: ContentRating
  /** Whether the greeting stands at the head of the history in the prompt. */
  greetingInHistory: boolean
}

/** Where a section goes: one message for each place. `nudge` speaks as the player, the others as the system. */
export type Place = 'fixed' | 'story' | 'end' | 'nudge'

export interface Section {
  name: string
  place: Place
  /** What the text is about; without a text the label is not written. */
  label?: string
  /** The text, macros not yet expanded; empty leaves the section out. */
  text(facts: SectionFacts): string
  /** What `{{original}}` stands for, and what is said when `text` is empty. */
  original?: string
}

export const sections: readonly Section[] = [
  { name: 'main', place: 'fixed', text: ({ character }) => character.systemPrompt, original: mainInstruction },
  {
    name: 'manner',
    place: 'fixed',
    text: ({ character }) => lines(mannerOf[character.creativity], paceOf[character.plotAdvancement]),
  },
  { name: 'rules', place: 'fixed', text: ({ rating }) => safetyRules(rating) },

  { name: 'identity', place: 'fixed', text: ({ character }) => identity(character) },
  { name: 'description', place: 'fixed', label: '{{char}} in short', text: ({ character }) => character.description },
  { name: 'definition', place: 'fixed', label: 'About {{char}}', text: ({ character }) => character.definition },
  {
    name: 'personality',
    place: 'fixed',
    label: "{{char}}'s personality",
    text: ({ character }) => character.personality,
  },
  { name: 'speechStyle', place: 'fixed', label: 'How {{char}} speaks', text: ({ character }) => character.speechStyle },
  { name: 'behaviors', place: 'fixed', label: 'How {{char}} behaves', text: ({ character }) => character.behaviors },
  {
    name: 'kinks',
    place: 'fixed',
    label: "{{char}}'s tastes, between consenting adults only",
    text: ({ character, rating }) => (rating === 'general' ? '' : character.kinks),
  },

  { name: 'scenario', place: 'fixed', label: 'The situation', text: ({ character }) => character.scenario },
  { name: 'environment', place: 'fixed', label: 'The place', text: ({ character }) => character.environment },
  {
    name: 'allowedItems',
    place: 'fixed',
    label: 'May appear in the story',
    text: ({ character }) => character.allowedItems,
  },
  {
    name: 'forbiddenItems',
    place: 'fixed',
    label: 'Must never appear in the story',
    text: ({ character }) => character.forbiddenItems,
  },

  { name: 'userRole', place: 'fixed', label: '{{user}} plays', text: ({ character }) => character.userRole },
  { name: 'persona', place: 'fixed', label: 'About {{user}}', text: ({ persona }) => persona },

  {
    name: 'examples',
    place: 'fixed',
    label: 'Examples of how {{char}} talks (not part of this chat)',
    text: ({ character }) => exampleBlocks(character.exampleDialogue).join(blockBreak),
  },
  {
    name: 'greeting',
    place: 'fixed',
    label: 'How {{char}} opens a conversation',
    text: ({ character, kind, greetingInHistory }) =>
      kind === 'greeting' || greetingInHistory ? '' : character.greeting,
  },

  { name: 'story', place: 'story', label: 'The story so far', text: ({ story }) => story },

  { name: 'plotNudge', place: 'end', text: ({ character }) => plotNudgeOf[character.plotAdvancement] },
  {
    name: 'postHistoryInstructions',
    place: 'end',
    text: ({ character }) => character.postHistoryInstructions,
    original: '',
  },
  { name: 'nudge', place: 'nudge', text: nudge },
]

/** What goes first when the sections are too large: samples of a voice that the history shows as well. */
export const expendable: readonly string[] = ['examples', 'greeting']

/** What gives way after that, the first to go first. */
export const firstToGo: readonly string[] = [
  'description',
  'kinks',
  'allowedItems',
  'environment',
  'story',
  'persona',
  'userRole',
  'scenario',
  'behaviors',
  'speechStyle',
  'definition',
  'personality',
  'forbiddenItems',
  'postHistoryInstructions',
  'plotNudge',
  'manner',
  'identity',
  'main',
  'nudge',
  'rules',
]

/** What stands between two blocks of example dialogue. */
export const blockBreak = '\n***\n'

/**
 * The blocks of an example dialogue, without their `<START>` marks.
 *
 * @example
 * exampleBlocks('<START>\n{{user}}: Hi\n<START>\n{{char}}: Ahoy') // ['{{user}}: Hi', '{{char}}: Ahoy']
 */
export function exampleBlocks(exampleDialogue: string): string[] {
  return exampleDialogue
    .split(/<START>/i)
    .map((block) => block.trim())
    .filter((block) => block !== '')
}

function identity({ name, nickname, gender }: PromptCharacter): string {
  const called = nickname?.trim() ? `{{char}}'s full name is ${name.trim()}.` : ''
  return lines(called, gender === 'other' ? '' : `{{char}} is ${gender}.`)
}

function nudge({ kind, character }: SectionFacts): string {
  if (kind === 'continue') return continueNudge
  if (kind === 'reply') return ''
  return character.greeting.trim() === '' ? greetingNudge : `${greetingInSpiritNudge}\n${character.greeting}`
}

function lines(...texts: string[]): string {
  return texts.filter((text) => text !== '').join('\n')
}
