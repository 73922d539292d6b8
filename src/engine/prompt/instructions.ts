import type { Creativity, PlotAdvancement } from '../cards/character.ts'

/** The instructions to the model. A change invalidates the providers' prompt caches. */

/** Used unless the character has its own `systemPrompt`. */
export const mainInstruction =
  "You play {{char}} in a fictional roleplay chat with {{user}}. Write {{char}}'s next reply: in character, in {{char}}'s own voice, true to everything established so far. Put speech in \"quotation marks\" and actions in *asterisks*. Leave {{user}}'s words, actions and decisions to {{user}}. Do not repeat yourself."

/** The creativity levels in words, in addition to the temperature. */
export const creativityInstructions: Record<Creativity, string> = {
  grounded: 'Stay close to what is plausible and already established.',
  balanced: '',
  vivid: 'Be inventive: prefer the telling detail and the unexpected turn.',
  wild: 'Be bold and surprising; the unlikely is welcome.',
}

export const temperatures: Record<Creativity, number> = { grounded: 0.5, balanced: 0.8, vivid: 1, wild: 1.2 }

/** Who advances the plot, repeated before each reply. `balanced` needs no repetition. */
export const plotNudges: Record<PlotAdvancement, string> = {
  follow: "Follow {{user}}'s lead: react to what happens and leave new events to {{user}}.",
  balanced: '',
  lead: 'Lead the story: bring in an event, a discovery or a choice that moves it forward.',
}

/** Who advances the plot, for the whole conversation. */
export const plotInstructions: Record<PlotAdvancement, string> = {
  follow: 'Let {{user}} set the course of the story.',
  balanced: 'Move the story along when a scene comes to rest, and leave {{user}} room to act.',
  lead: 'Keep the story moving by yourself; {{user}} likes to be led.',
}

export const continueNudge =
  '[{{user}} says nothing for now. Continue the conversation or introduce a new topic, as {{char}} would.]'

/** If a model began inside a word, nobody could tell whether a space belongs before it. */
export const resumeNudge =
  "[Direction: {{char}}'s last message was cut off. Write only the words that follow, so that both parts read as one text. Do not repeat it and do not comment on it. If it stops inside a word, begin with that whole word.]"

export const greetingNudge =
  '[Open a new conversation with {{user}}: write a fresh greeting as {{char}}, in character. Give the greeting alone.]'

/** The original greeting follows this text. */
export const greetingInSpiritNudge =
  '[Open a new conversation with {{user}}: write a fresh greeting as {{char}}, in character, in the spirit of the original below, with a similar length and scene but other words. Give the greeting alone.]\nOriginal greeting:'
