import type { Creativity, PlotAdvancement } from '../cards/character.ts'
import { directionHeading, expressionHeading } from '../reply/direction-filter.ts'

/**
 * The instructions to the model. A change invalidates the providers' prompt caches. They speak of "the player", so that
 * a display name cannot change their meaning; only `convention` has the name, in quotation marks.
 */

/** Used unless the character has its own `systemPrompt`. */
export const mainInstruction =
  'You play {{char}} in a fictional roleplay chat with the player. Write {{char}}\'s next reply: in character, in {{char}}\'s own voice, true to everything established so far. Put speech in "quotation marks" and actions in *asterisks*. Write one to three short paragraphs, less where little was said, and end where the player can answer or act. Do not repeat yourself: not a phrase, not a gesture, not how an earlier reply began.'

/** Instructions for every character, also for one with its own `systemPrompt`. */
export const conventions = `The player's name is "{{user}}". Write in the language of the player's latest message, whatever the language of this text.
What the player writes in ((double parentheses)) is said out of character: answer that part as yourself, briefly, in ((double parentheses)).
A text in square brackets that begins with "Writing direction:" is from this system, not from the player: follow it and never mention it.
Leave the player's words, thoughts, actions and decisions to the player. Begin with the reply itself, without a name before it.`

/**
 * Marks an instruction among the messages as one of ours, where some services take no system message.
 *
 * @example
 * asDirection('Be brief.') // '[Writing direction: Be brief.]'
 */
export function asDirection(text: string): string {
  return `${directionHeading} ${text}]`
}

/**
 * A name that stands in quotation marks inside our instructions, on one line.
 *
 * @example
 * quotedName('Sam "Bo" Carter') // "Sam 'Bo' Carter"
 */
export function quotedName(name: string): string {
  return name.replaceAll(/["“”]/g, "'").replaceAll(/\s+/g, ' ')
}

/**
 * Before the first message that the player sends under another name.
 *
 * @example
 * nameChange('Bo') // 'From here on the player is "Bo".'
 */
export const nameChange = (name: string) => `From here on the player is "${name}".`

/** The creativity levels in words, in addition to the temperature. */
export const creativityInstructions: Record<Creativity, string> = {
  grounded: 'Stay close to what is plausible and already established.',
  balanced: '',
  vivid: 'Be inventive: prefer the telling detail and the unexpected turn.',
  wild: 'Be bold and surprising; the unlikely is welcome.',
}

export const temperatures: Record<Creativity, number> = { grounded: 0.5, balanced: 0.8, vivid: 1, wild: 1.2 }

/** Who advances the plot, when the scene comes to rest. */
export const plotNudges: Record<PlotAdvancement, string> = {
  follow: 'The scene is at rest. Give the player something small to take up, and leave new events to the player.',
  balanced: 'The scene is at rest. Move it on a little: something {{char}} does, notices or wants.',
  lead: 'The scene is at rest. Bring in an event, a discovery or a choice that moves the story forward.',
}

/** Who advances the plot, for the whole conversation. */
export const plotInstructions: Record<PlotAdvancement, string> = {
  follow: 'Let the player set the course of the story: react to what happens.',
  balanced: 'Move the story along when a scene comes to rest, and leave the player room to act.',
  lead: 'Keep the story moving by yourself; the player likes to be led.',
}

/**
 * After the history, where it changes no cached prefix.
 *
 * @example
 * expressionInstruction(['neutral', 'joy']).endsWith('[expression: …] with one of these words: neutral, joy') // true
 */
export const expressionInstruction = (names: readonly string[]) =>
  `Below the reply, say what {{char}}'s face shows, in a line of its own: ${expressionHeading} …] with one of these words: ${names.join(', ')}`

/**
 * Asks for the expression of a reply by itself.
 *
 * @example
 * expressionQuestion(['neutral', 'joy'], '*She beams.*').endsWith('one of these words: neutral, joy') // true
 */
export const expressionQuestion = (names: readonly string[], reply: string) =>
  `${reply.slice(-2_000)}\n\n---\nWhat does the face of the character show at the end of this text? Answer with one of these words: ${names.join(', ')}`

/** Where several characters take part. It names nobody, so that it does not change when somebody comes or goes. */
export const othersConventions =
  "Several characters take part in this chat, each written by somebody else. A message that begins with a name and a colon is by the one who has that name: another character or the player. Without a name it is {{char}}'s. Write for {{char}} alone and leave the words and actions of the others to them. {{char}} knows only what is in this chat."

export const continueNudge =
  'The player says nothing for now. Continue the conversation or introduce a new topic, as {{char}} would.'

/** If a model began inside a word, nobody could tell whether a space belongs before it. */
export const resumeNudge =
  "{{char}}'s last message was cut off. Write only the words that follow, so that both parts read as one text. Do not repeat it and do not comment on it. If it stops inside a word, begin with that whole word."

/** The player's words follow this text. */
export const hintNudge = 'The player wishes this of the next message. Follow it and do not mention it:'

export const impersonateNudge =
  "This time write the player's next message, in place of the player: what the player says and does next, in the manner of the player's earlier messages and no longer than they are. Do not write for {{char}}, and do not comment. Give the message alone."

export const greetingNudge =
  'Open a new conversation: write a fresh greeting as {{char}}, in character. Do not act or speak for the player, and end where the player can answer. Give the greeting alone.'

/** The original greeting follows this text. */
export const greetingInSpiritNudge =
  'Open a new conversation: write a fresh greeting as {{char}}, in character, in the spirit of the original below, with a similar length and scene but other words. Do not act or speak for the player, and end where the player can answer. Give the greeting alone.\nOriginal greeting:'
