import type { DemoRequest } from '../provider.ts'
import { findFacts } from './character-facts.ts'
import { classifyMessage } from './classify-message.ts'
import { composeContinuation, composeGreeting, composeReply, type ReplyContext } from './compose-reply.ts'
import { usesContractions } from './contractions.ts'
import { fillNames } from './fill-names.ts'
import { createMemory } from './memory.ts'
import { createRandom } from './random.ts'
import { TemplatePicker } from './template-picker.ts'

/** Attempts to write a reply that differs from the last one. */
const maxAttempts = 8

/** Writes a reply. The same request with the same seed gives the same reply. */
export function writeReply(request: DemoRequest): string {
  const character = fillNames(request.character, request.userName)
  const seed = [request.seed ?? 0, character.name, request.kind, ...request.messages.map(({ content }) => content)]
  const { lastReply } = createMemory(request.messages)
  let reply = ''
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    reply = writeOnce({ ...request, character }, [...seed, attempt].join('\n'))
    if (reply !== lastReply) return reply
  }
  return `${reply} *A pause.*`
}

function writeOnce({ character, userName, kind, messages }: DemoRequest, seed: string): string {
  const random = createRandom(seed)
  const memory = createMemory(messages)
  const lastUserMessage = messages.findLast(({ role }) => role === 'user')?.content ?? ''
  const message = classifyMessage(kind === 'reply' ? lastUserMessage : '')
  const facts = findFacts(character)
  const picker = new TemplatePicker({
    facts,
    fullName: character.name,
    userName,
    message,
    memory,
    random,
    contractions: usesContractions([character.greeting, character.speechStyle].join('\n')),
  })
  const { plotAdvancement } = character
  const context: ReplyContext = { picker, random, memory, message, facts, plotAdvancement }
  if (kind === 'greeting') return composeGreeting(context)
  return kind === 'reply' ? composeReply(context) : composeContinuation(context)
}
