import { createParser } from 'eventsource-parser'
import type { ChatResponse } from '#shared/chat.ts'
import type { ReplyEvents } from '#shared/reply-events.ts'

/** One event of a reply stream, typed by its name. */
export type ReplyEvent = { [Name in keyof ReplyEvents]: { type: Name; data: ReplyEvents[Name] } }[keyof ReplyEvents]

/** A received event. `length`: the length of the reply's text after it. */
export type ReceivedEvent = ReplyEvent & { length: number }

/**
 * Reads the events of one response until it ends. `onSilence` is called when nothing, not even a comment, arrives for
 * `silenceLimit` milliseconds: the connection is dead, and the browser might not report it for minutes.
 */
export async function* readEvents(response: Response, silenceLimit: number, onSilence: () => void) {
  if (response.headers.get('content-type')?.startsWith('application/json')) {
    yield* wholeReply(await response.json())
    return
  }
  if (!response.body) return
  const ready: ReceivedEvent[] = []
  const parser = createParser({ onEvent: (message) => ready.push(...parse(message)) })
  const decoder = new TextDecoder()
  const reader = response.body.getReader()
  for (;;) {
    const watchdog = setTimeout(onSilence, silenceLimit)
    const { value, done } = await reader.read().finally(() => clearTimeout(watchdog))
    if (value) parser.feed(decoder.decode(value, { stream: true }))
    yield* ready.splice(0)
    if (done) return
  }
}

const names: readonly string[] = [
  'turn',
  'loading',
  'delta',
  'replace',
  'done',
  'error',
] satisfies (keyof ReplyEvents)[]

/** Events with an unknown name (a newer server's) are ignored. */
function parse(message: { event?: string; id?: string; data: string }): ReceivedEvent[] {
  if (!message.event || !names.includes(message.event)) return []
  const length = Number.parseInt(message.id ?? '', 10)
  return [{ type: message.event, data: JSON.parse(message.data), length } as ReceivedEvent]
}

/** The reply as JSON. The ids of its messages are an extension. */
type JsonReply = Pick<ChatResponse, 'response' | 'conversationId'> & Partial<ChatResponse>

/** A server (or a proxy) that does not stream answers with the whole reply as JSON, which is read as a short stream. */
function* wholeReply(reply: JsonReply): Generator<ReceivedEvent> {
  const { response, conversationId, messageId = '', userMessageId = null, messagesLeft } = reply
  const { length } = response
  yield { type: 'turn', data: { conversationId, messageId, userMessageId, messagesLeft }, length: 0 }
  yield { type: 'delta', data: { text: response }, length }
  const data = {
    response,
    conversationId,
    messageId,
    status: 'complete',
    finish: null,
    usage: null,
    unchecked: false,
  } as const
  yield { type: 'done', data, length }
}
