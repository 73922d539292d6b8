import type { PlotAdvancement } from '#engine/cards/character.ts'
import type { CharacterTraits } from './character-traits.ts'
import type { ChatHistory } from './chat-history.ts'
import { type ClassifiedMessage, type Intent, intents } from './classify-message.ts'
import type { Random } from './random.ts'
import type { TemplatePicker } from './template-picker.ts'
import { type ActionGroup, readNarration, readSpeech } from './templates.ts'

export interface ReplyContext {
  picker: TemplatePicker
  random: Random
  history: ChatHistory
  message: ClassifiedMessage
  traits: CharacterTraits
  plotAdvancement: PlotAdvancement
}

/** The probability that a reply contains an event. */
const eventProbability: Record<PlotAdvancement, number> = { follow: 0, balanced: 0.15, lead: 0.35 }
const maxSentences = 5
/** Intents that one of the character's sayings can answer, because nothing was asked. */
const intentsForSayings: ReadonlySet<Intent> = new Set([
  'statement',
  'brief',
  'agreement',
  'refusal',
  'gladness',
  'action',
])
/** Intents that neither a habit nor an event suits. */
const quietIntents: ReadonlySet<Intent> = new Set(['sadness', 'farewell', 'apology', 'introduction'])

/** A reply to the user's message: an answer, an action, and a hook for the user's next message. */
export function composeReply(context: ReplyContext): string {
  const { picker, message, random, history, plotAdvancement } = context
  const speech = readSpeech()
  const narration = readNarration()
  const { intent } = message
  const saying = intentsForSayings.has(intent) && random.chance(0.3) ? picker.pickSaying() : ''
  const answer = quote(saying === '' ? picker.pickSpeech(speech.replies[intent]) : saying)
  const canHaveEvent = !quietIntents.has(intent) && history.replyCount > 0
  if (canHaveEvent && random.chance(eventProbability[plotAdvancement])) {
    const event = newParagraph(asAction(picker.pickNarration(narration.events)))
    return joinParts([answer, event, quote(picker.pickSpeech(speech.eventComments))], [answer, event])
  }
  const action = asAction(pickAction(context, intents[intent]))
  if (intent === 'farewell') return joinParts([action, answer])
  const hook = quote(picker.pickSpeech(intent === 'sadness' ? speech.gentleHooks : speech.hooks))
  const order = random.next()
  if (order < 0.45) return joinParts([action, answer, hook], [action, answer])
  if (order < 0.9) return joinParts([answer, action, hook], [answer, action])
  return joinParts([action, answer])
}

/** A reply without a message of the user: an event, or a new topic. */
export function composeContinuation(context: ReplyContext): string {
  const { picker, random, plotAdvancement } = context
  const speech = readSpeech()
  const narration = readNarration()
  const action = asAction(pickAction(context, 'waiting'))
  if (random.chance(plotAdvancement === 'follow' ? 0.3 : 0.7)) {
    const event = asAction(picker.pickNarration(narration.events))
    const comment = quote(picker.pickSpeech(speech.eventComments))
    return joinParts([event, comment, action], [event, comment])
  }
  const opening = quote(picker.pickSpeech(speech.openings))
  return joinParts([action, opening, quote(picker.pickSpeech(speech.hooks))], [action, opening])
}

/** A greeting: an entrance, a welcome, and the question that ends the character's own greeting. */
export function composeGreeting(context: ReplyContext): string {
  const { picker, traits } = context
  const speech = readSpeech()
  const narration = readNarration()
  const entrance = asAction(picker.pickNarration(narration.entrances))
  const welcome = quote(picker.pickSpeech(speech.welcomes))
  const action = asAction(pickAction(context, 'welcoming'))
  const question = quote(traits.openingQuestion || picker.pickSpeech(speech.firstQuestions))
  return joinParts([entrance, welcome, action, question], [entrance, welcome, question], [entrance, question])
}

/** One of the character's habits, or an action from the group. */
function pickAction({ picker, random, message }: ReplyContext, group: ActionGroup): string {
  if (!quietIntents.has(message.intent) && random.chance(0.55)) {
    const habit = picker.pickHabit()
    if (habit !== '') return habit
  }
  return picker.pickNarration(readNarration().actions[group])
}

const asAction = (text: string) => (text === '' ? '' : `*${text.replace(/(?<![.!?…]["”]?)$/, '.')}*`)
const newParagraph = (text: string) => (text === '' ? '' : `\n\n${text}`)
const quote = (text: string) => (text === '' ? '' : `"${text}"`)

/** The first candidate within the sentence limit, else the last one. */
function joinParts(...candidates: readonly (readonly string[])[]): string {
  const joined = candidates.map((parts) => parts.filter((part) => part !== '').reduce(appendPart, ''))
  return (joined.find((reply) => countSentences(reply) <= maxSentences) ?? joined.at(-1) ?? '').trim()
}

/** Appends a part; speech after speech becomes one quotation. */
function appendPart(text: string, part: string): string {
  if (text.endsWith('"') && part.startsWith('"')) return `${text.slice(0, -1)} ${part.slice(1)}`
  return text === '' || part.startsWith('\n') ? text + part : `${text} ${part}`
}

function countSentences(text: string): number {
  return text.match(/[.!?…]+(?=["*\s]|$)/g)?.length ?? 0
}
