import { createParser } from 'eventsource-parser'
import type { ChatResponse, ReplyEvents } from '#shared/chat.ts'

/** One event of a reply, typed by its name. */
export type ReplyEvent = { [Name in keyof ReplyEvents]: { type: Name; data: ReplyEvents[Name] } }[keyof ReplyEvents]

/** An event as it came over the wire: `length` is how long the reply's text is after it. */
export type WireEvent = ReplyEvent & { length: number }

/**
 * Reads the events of one response until it ends. `hangUp` is called when nothing at all, not even a comment, was
 * heard for `silenceLimit` milliseconds: such a line is dead, and would otherwise be waited on for ever.
 */
export async function* readEvents(response: Response, silenceLimit: number, hangUp: () => void) {
  if (response.headers.get('content-type')?.startsWith('application/json')) {
    yield* wholeReply(await response.json())
    return
  }
  if (!response.body) return
  const ready: WireEvent[] = []
  const parser = createParser({ onEvent: (message) => ready.push(...parse(message)) })
  const decoder = new TextDecoder()
  const reader = response.body.getReader()
  for (;;) {
    const watchdog = setTimeout(hangUp, silenceLimit)
    const { value, done } = await reader.read().finally(() => clearTimeout(watchdog))
    if (value) parser.feed(decoder.decode(value, { stream: true }))
    yield* ready.splice(0)
    if (done) return
  }
}

const names: readonly string[] = ['turn', 'delta', 'done', 'error'] satisfies (keyof ReplyEvents)[]

/** Unknown events are for a newer client than this one, and are left alone. */
function parse(message: { event?: string | undefined; id?: string | undefined; data: string }): WireEvent[] {
  if (!message.event || !names.includes(message.event)) return []
  const length = Number.parseInt(message.id ?? '', 10)
  return [{ type: message.event, data: JSON.parse(message.data), length } as WireEvent]
}

/** A server (or a proxy before it) that does not stream answers with the whole reply; it is told as a short stream. */
function* wholeReply(reply: ChatResponse): Generator<WireEvent> {
  const { response, conversationId, messageId, userMessageId } = reply
  const { length } = response
  yield { type: 'turn', data: { conversationId, messageId, userMessageId }, length: 0 }
  yield { type: 'delta', data: { text: response }, length }
  yield { type: 'done', data: { response, conversationId, messageId, status: 'complete', usage: null }, length }
}
