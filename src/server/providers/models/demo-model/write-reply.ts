import type { DemoRequest } from '../provider.ts'
import { readTraits } from './character-traits.ts'
import { readChatHistory } from './chat-history.ts'
import { asksIfHuman, classifyMessage } from './classify-message.ts'
import { composeContinuation, composeGreeting, composeReply, type ReplyContext } from './compose-reply.ts'
import { usesContractions } from './contractions.ts'
import { fillNames } from './fill-names.ts'
import { composeInLanguage, detectLanguage } from './languages.ts'
import { placeFilter, readLimits } from './place.ts'
import { createRandom } from './random.ts'
import { TemplatePicker } from './template-picker.ts'
import { readSpeech } from './templates.ts'

/** Attempts to write a reply that differs from the last one. */
const maxAttempts = 8

/** Writes a reply. The same request with the same seed gives the same reply. */
export function writeReply(request: DemoRequest): string {
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
    contractions: usesContractions([character.greeting, character.speechStyle].join('\n')),
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
