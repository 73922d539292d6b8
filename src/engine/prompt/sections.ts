import type { ContentRating, PromptCharacter } from '../cards/character.ts'
import { isBlank } from '../is-blank.ts'
import { exampleBlocks, exampleSeparator, exampleText } from './examples.ts'
import type { PromptInput } from './input.ts'
import {
  continueNudge,
  conventions,
  creativityInstructions,
  expressionInstruction,
  greetingInSpiritNudge,
  greetingNudge,
  hintNudge,
  impersonateNudge,
  mainInstruction,
  nameChange,
  othersConventions,
  plotInstructions,
  plotNudges,
  resumeNudge,
} from './instructions.ts'
import { safetyRules } from './safety.ts'

/** What a section can depend on. */
export interface SectionInput extends Pick<PromptInput, 'character' | 'kind' | 'expressions' | 'prefill'> {
  persona: string
  story: string
  scene: string
  /** The text of the author's note. */
  note: string
  hint: string
  /** Whether the player has another name than in their newest message. */
  hasNewName: boolean
  /** The other characters that are present, a line each; null if there is one character only. */
  others: string | null
  /** Entries of lorebooks that are in every prompt, before and after the definition. */
  loreBefore: string
  loreAfter: string
  /** For `resume`: whether the cut reply answers a message. */
  isAnswer: boolean
  /** Whether the scene needs a push. */
  isAtRest: boolean
  /** The rating in force: with the chat filter taken into account. */
  rating: ContentRating
  /** Whether the window of the history starts with the greeting. */
  greetingInHistory: boolean
}

/**
 * The message that a section is part of. `nudge` and `resume` are user messages, the others are system messages, `note`
 * unless the user chose another role. `note` is inside the history, or after it. The cut reply of a `resume` comes
 * between `nudge` and `resume`.
 */
export type Place = 'fixed' | 'story' | 'note' | 'end' | 'nudge' | 'resume'

export interface Section {
  name: string
  place: Place
  /** A heading before the text. Left out when the text is empty. */
  label?: string
  /** The text with its macros. A section without a text is left out. */
  text(input: SectionInput): string
  /** The value of `{{original}}`, and the text when `text` is empty. */
  original?: string
  /** Whether the text is the product's own, apart from names. */
  isBuiltIn?: true
  /** Whether macros in the text are not expanded: it comes from the chat, or they have been expanded. */
  isVerbatim?: true
}

type TextField = 'description' | 'definition' | 'personality' | 'speechStyle' | 'behaviors' | 'scenario' | 'environment'
type ItemField = 'allowedItems' | 'forbiddenItems' | 'userRole'

/** A text of the author, as it is. */
const field = (name: TextField | ItemField, label: string): Section => ({
  name,
  place: 'fixed',
  label,
  text: ({ character }) => character[name],
})

/**
 * The sections in the order of the prompt: those that change least come first, so that a cached prefix stays valid as
 * long as possible. The history comes between the places `story` and `end`.
 */
export const sections: readonly Section[] = [
  { name: 'main', place: 'fixed', text: ({ character }) => character.systemPrompt, original: mainInstruction },
  {
    name: 'manner',
    place: 'fixed',
    isBuiltIn: true,
    text: ({ character }) =>
      joinLines(creativityInstructions[character.creativity], plotInstructions[character.plotAdvancement]),
  },
  { name: 'conventions', place: 'fixed', isBuiltIn: true, text: () => conventions },
  {
    name: 'othersConventions',
    place: 'fixed',
    isBuiltIn: true,
    text: ({ others }) => (others === null ? '' : othersConventions),
  },
  { name: 'rules', place: 'fixed', isBuiltIn: true, text: ({ rating }) => safetyRules(rating) },

  { name: 'identity', place: 'fixed', isBuiltIn: true, text: ({ character }) => identity(character) },
  {
    name: 'loreBefore',
    place: 'fixed',
    label: 'About the world',
    isVerbatim: true,
    text: ({ loreBefore }) => loreBefore,
  },
  field('description', '{{char}} in short'),
  field('definition', 'About {{char}}'),
  field('personality', "{{char}}'s personality"),
  field('speechStyle', 'How {{char}} speaks'),
  field('behaviors', 'How {{char}} behaves'),
  {
    name: 'kinks',
    place: 'fixed',
    label: "{{char}}'s tastes, between consenting adults only",
    text: ({ character, rating }) => (rating === 'general' ? '' : character.kinks),
  },

  field('scenario', 'The situation'),
  field('environment', 'The place'),
  field('allowedItems', 'May appear in the story'),
  field('forbiddenItems', 'Must never appear in the story'),

  { name: 'loreAfter', place: 'fixed', label: 'About the world', isVerbatim: true, text: ({ loreAfter }) => loreAfter },
  field('userRole', 'The player plays'),
  { name: 'persona', place: 'fixed', label: 'About the player', text: ({ persona }) => persona },

  {
    name: 'examples',
    place: 'fixed',
    label: 'Examples of how {{char}} talks (not part of this chat)',
    text: ({ character }) => exampleBlocks(character.exampleDialogue).map(exampleText).join(exampleSeparator),
  },
  {
    name: 'greeting',
    place: 'fixed',
    label: 'How {{char}} opens a conversation',
    text: ({ character, kind, greetingInHistory }) =>
      kind === 'greeting' || greetingInHistory ? '' : character.greeting,
  },

  { name: 'story', place: 'story', label: 'The story so far', isVerbatim: true, text: ({ story }) => story },
  {
    name: 'others',
    place: 'story',
    label: 'Present besides {{char}} and the player',
    isVerbatim: true,
    text: ({ others }) => others ?? '',
  },

  { name: 'note', place: 'note', text: ({ note }) => note },
  {
    name: 'newName',
    place: 'end',
    isBuiltIn: true,
    text: (input) => (input.hasNewName ? nameChange('{{user}}') : ''),
  },
  { name: 'scene', place: 'end', label: 'Where and when the story is now', text: ({ scene }) => scene },
  {
    name: 'plotNudge',
    place: 'end',
    isBuiltIn: true,
    text: ({ character, isAtRest }) => (isAtRest ? plotNudges[character.plotAdvancement] : ''),
  },
  {
    name: 'postHistoryInstructions',
    place: 'end',
    // They are about the character's replies.
    text: ({ character, kind }) => (kind === 'impersonate' ? '' : character.postHistoryInstructions),
    original: '',
  },
  {
    name: 'expression',
    place: 'end',
    isBuiltIn: true,
    text: ({ kind, expressions = [] }) =>
      (kind === 'reply' || kind === 'continue') && expressions.length > 1 ? expressionInstruction(expressions) : '',
  },
  { name: 'nudge', place: 'nudge', text: nudge },
  { name: 'hint', place: 'nudge', text: ({ hint }) => (hint === '' ? '' : `${hintNudge}\n${hint}`) },
  {
    name: 'resume',
    place: 'resume',
    isBuiltIn: true,
    text: ({ kind, prefill }) => (kind === 'resume' && !prefill ? resumeNudge : ''),
  },
]

/** Left out first when the sections exceed their budget: the history shows the style, and the words of a reply its expression. */
export const optionalSections: readonly string[] = ['examples', 'greeting', 'expression']

/** Shortened or left out next, the least important first. */
export const trimOrder: readonly string[] = [
  'loreAfter',
  'loreBefore',
  'description',
  'kinks',
  'allowedItems',
  'environment',
  'story',
  'persona',
  'userRole',
  'others',
  'scenario',
  'behaviors',
  'speechStyle',
  'definition',
  'personality',
  'forbiddenItems',
  'scene',
  'note',
  'postHistoryInstructions',
  'plotNudge',
  'manner',
  'identity',
  'othersConventions',
  'conventions',
  'newName',
  'main',
  'hint',
  'nudge',
  'resume',
  'rules',
]

function identity({ name, nickname, gender }: PromptCharacter): string {
  const fullName = nickname?.trim() ? `{{char}}'s full name is ${name.trim()}.` : ''
  return joinLines(fullName, gender === 'other' ? '' : `{{char}} is ${gender}.`)
}

function nudge({ kind, isAnswer, character }: SectionInput): string {
  if (kind === 'continue' || (kind === 'resume' && !isAnswer)) return continueNudge
  if (kind === 'impersonate') return impersonateNudge
  if (kind !== 'greeting') return ''
  return isBlank(character.greeting) ? greetingNudge : `${greetingInSpiritNudge}\n${character.greeting}`
}

function joinLines(...texts: string[]): string {
  return texts.filter((text) => text !== '').join('\n')
}
