import { z } from 'zod'
import type { PromptCharacter } from '#engine/cards/character.ts'
import { isBlank } from '#engine/is-blank.ts'
import { lazyContent } from '#server/content/read-content.ts'
import type { DemoRequest } from '../provider.ts'
import { readTraits } from './character-traits.ts'
import { readChatHistory } from './chat-history.ts'
import { asksIfHuman, classifyMessage } from './classify-message.ts'
import { composeContinuation, composeGreeting, composeReply, type ReplyContext } from './compose-reply.ts'
import { composeInLanguage, detectLanguage } from './languages.ts'
import { createRandom } from './random.ts'
import { TemplatePicker } from './template-picker.ts'
import { readSpeech } from './templates.ts'

/** Attempts to write a reply that differs from the last one. */
const maxAttempts = 8

/** Writes a reply. The same request with the same seed gives the same reply. */
export function writeReply(request: DemoRequest): string {
  return (request.kind === 'resume' && writeRest(request)) || writeNew(request)
}

/** The rest of a reply that was stopped, as the same request gives the whole one again; empty if it was complete. */
function writeRest({ messages, ...request }: DemoRequest): string {
  const before = messages.slice(0, -1)
  const stopped = messages.at(-1)?.content ?? ''
  const whole = writeNew({ ...request, kind: before.at(-1)?.role === 'user' ? 'reply' : 'continue', messages: before })
  return whole.startsWith(stopped) ? whole.slice(stopped.length) : ''
}

function writeNew(request: DemoRequest): string {
  const character = fillNames(request.character, request.userName)
  const seed = [request.seed ?? 0, character.name, request.kind, ...request.messages.map(({ content }) => content)]
  const { lastReply } = readChatHistory(request.messages)
  let reply = ''
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    reply = writeOnce({ ...request, character }, [...seed, attempt].join('\n'))
    if (reply !== lastReply) return reply
  }
  return `${reply} *A pause.*`
}

function writeOnce({ character, userName, kind, messages }: DemoRequest, seed: string): string {
  const random = createRandom(seed)
  if (kind === 'impersonate') return random.shuffle(readSpeech().playerMessages)[0] ?? ''
  const history = readChatHistory(messages)
  const lastUserMessage = messages.findLast(({ role }) => role === 'user')?.content ?? ''
  const player = toSpokenName(history.givenName ?? userName)
  const language = kind === 'greeting' ? null : detectLanguage(lastUserMessage)
  if (language !== null) {
    const reply = composeInLanguage({ language, message: lastUserMessage, player, random, history })
    return history.wasEverSaid(language.notice) ? reply : `${reply}\n\n((${language.notice}))`
  }
  const message = classifyMessage(kind === 'reply' ? lastUserMessage : '', history.earlierMessages)
  const traits = readTraits(character)
  const picker = new TemplatePicker({
    traits,
    fullName: character.name,
    userName,
    message,
    history,
    random,
    player,
    fitsPlace: placeFilter(character),
  })
  const { plotAdvancement } = character
  const context: ReplyContext = { picker, random, history, message, traits, plotAdvancement }
  if (kind === 'greeting') return composeGreeting(context)
  const reply = kind === 'reply' ? composeReply(context) : composeContinuation(context)
  const { notice } = readLimits()
  const isFirst = history.earlierMessages.length === 0 && history.replyCount <= 1
  const isAsked = kind === 'reply' && asksIfHuman(lastUserMessage)
  return (isFirst && kind !== 'resume') || isAsked ? `${reply}\n\n((${notice}))` : reply
}

/** The name without marks that would end the speech. */
function toSpokenName(name: string): string {
  return name
    .replaceAll(/["“”*{}\s]+/g, ' ')
    .trim()
    .slice(0, 60)
}

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
function fillNames(character: PromptCharacter, userName: string): PromptCharacter {
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

const Pattern = z.string().transform((words) => new RegExp(`(?<!-)\\b(?:${words})\\b`, 'i'))

/** What the demo model cannot do: the notice that says so, and what belongs to some places only. */
export const readLimits = lazyContent(
  'demo-model/limits.json',
  z.strictObject({
    notice: z.string().min(1),
    /** A template with one of `words` is used only where the character's texts have one of `needs`. */
    places: z.array(z.strictObject({ words: Pattern, needs: Pattern })),
  }),
)

/** Returns whether a template suits the character's place: no door on a ferry. */
function placeFilter({ environment, greeting }: PromptCharacter): (template: string) => boolean {
  const place = (isBlank(environment) ? greeting : environment).replaceAll(
    /\b(?:no|not an?|without)(?: [\w-]+){1,2}/gi,
    ' ',
  )
  const missing = readLimits().places.filter(({ needs }) => !needs.test(place))
  return (template) => !missing.some(({ words }) => words.test(template))
}
