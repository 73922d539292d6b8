import type { FastifyReply, FastifyRequest } from 'fastify'
import { estimateTokens } from '#engine/prompt/estimate.ts'
import { ApiError } from '#server/http/api-error.ts'
import { viewError } from '#server/http/openai-error.ts'
import { type EventStream, openEventStream } from '#server/http/sse.ts'
import type { NextReply } from '#shared/chat.ts'
import type { CompletionRequest } from '#shared/openai.ts'
import { DeltaBatcher } from '../replies/delta-batcher.ts'
import type { ReplyEnd } from '../replies/live-reply.ts'
import type { ReplySource } from '../replies/stream-reply.ts'

const finishReasons = { stop: 'stop', length: 'length', filter: 'content_filter', help: 'stop' } as const

interface Completion {
  request: FastifyRequest
  reply: FastifyReply
  body: CompletionRequest
  /** When it began, in milliseconds. */
  now: number
}

/** A reply, and in a scene those that follow it. */
export interface CompletionSource extends ReplySource {
  /** What stands before its text. */
  label?: string
  findNext?: (next: NextReply | null | undefined) => Promise<CompletionSource | undefined>
}

/**
 * Sends a reply as OpenAI's service does. A client that disconnects unsubscribes. A stream begins with the first text, so that
 * an error before it has its status.
 */
export async function sendCompletion(completion: Completion, source: CompletionSource): Promise<FastifyReply> {
  const { reply, body } = completion
  await source.whenStored()
  const writer = new ChunkWriter(completion, source.turn.messageId)
  const said: string[] = []
  const used = { prompt: 0, reply: 0, cached: 0 }
  let finish_reason: string = finishReasons.stop
  for (let next: CompletionSource | undefined = source; next; ) {
    const label = (said.length > 0 ? '\n\n' : '') + (next.label ?? '')
    writer.label = label
    const end = await follow(reply, next, writer)
    // The client is gone.
    if (end === null) return reply.hijack()
    if (end.event === 'error') {
      const { errorType, userMessage: message } = end.data
      const error = new ApiError(errorType ?? 'internal', { status: end.httpStatus, message })
      if (!writer.hasBegun) throw error
      writer.end(viewError(error))
      return reply
    }
    const { response, finish, usage } = end.data
    if (body.stream) writer.replace(response)
    said.push(label + response)
    // As the service has counted, else estimated from the texts that the client has.
    used.prompt += usage?.promptTokens ?? body.messages.reduce((sum, { content }) => sum + estimateTokens(content), 0)
    used.reply += usage?.replyTokens ?? estimateTokens(response)
    used.cached += usage?.cachedTokens ?? 0
    finish_reason = finishReasons[finish ?? 'stop']
    next = await next.findNext?.(end.data.next)
  }
  const tokens = {
    prompt_tokens: used.prompt,
    completion_tokens: used.reply,
    total_tokens: used.prompt + used.reply,
    prompt_tokens_details: { cached_tokens: used.cached },
  }
  if (body.stream) {
    writer.finish(finish_reason, body.stream_options?.include_usage ? tokens : null)
    return reply
  }
  const message = { role: 'assistant', content: said.join(''), refusal: null }
  const choices = [{ index: 0, message, logprobs: null, finish_reason }]
  return reply.send({ ...writer.head, object: 'chat.completion', choices, usage: tokens })
}

/** Resolves with the end of the reply, or with null when the client has disconnected before it. */
function follow(reply: FastifyReply, source: ReplySource, writer: ChunkWriter): Promise<ReplyEnd | null> {
  return new Promise((resolve) => {
    let hasEnded = false
    const batcher = new DeltaBatcher({
      onText: (text) => writer.add(text),
      onReplace: (text) => writer.replace(text),
      onLoading: () => writer.begin(),
      onEnd: (end) => {
        hasEnded = true
        resolve(end)
      },
    })
    const unsubscribe = source.subscribe(0, batcher)
    const close = () => {
      batcher.stop()
      if (!hasEnded) unsubscribe()
      resolve(null)
    }
    if (reply.raw.destroyed) close()
    else reply.raw.once('close', close)
  })
}

/** Writes the chunks of a stream. Where the client wants none, it writes nothing. */
class ChunkWriter {
  readonly head: { id: string; created: number; model: string }
  readonly #open: () => EventStream | null
  #stream: EventStream | null = null
  /** What was sent of the current reply. */
  #text = ''
  #label = ''

  constructor({ request, reply, body, now }: Completion, replyId: string) {
    this.head = { id: `chatcmpl-${replyId}`, created: Math.floor(now / 1000), model: body.model }
    this.#open = () => (body.stream ? openEventStream(request, reply) : null)
  }

  /** Begins a reply with what stands before its text. */
  set label(label: string) {
    this.#label = label
    this.#text = ''
  }

  get hasBegun(): boolean {
    return this.#stream !== null
  }

  begin(): void {
    if (this.#stream) return
    this.#stream = this.#open()
    this.#write({ role: 'assistant', content: '' })
  }

  add(text: string): void {
    this.begin()
    this.#text += text
    this.#write({ content: this.#label + text })
    this.#label = ''
  }

  /** What was sent stays: only what differs from it follows. */
  replace(text: string): void {
    let same = 0
    while (same < text.length && text[same] === this.#text[same]) same += 1
    if (same < text.length) this.add(text.slice(same))
    this.begin()
    this.#text = text
  }

  finish(reason: string, usage: object | null): void {
    this.#write({}, reason)
    if (usage) this.#stream?.sendData(JSON.stringify({ ...this.#chunk, choices: [], usage }))
    this.#stream?.sendData('[DONE]')
    this.#stream?.end()
  }

  end(data: object): void {
    this.#stream?.sendData(JSON.stringify(data))
    this.#stream?.end()
  }

  get #chunk() {
    return { ...this.head, object: 'chat.completion.chunk' }
  }

  #write(delta: object, reason: string | null = null): void {
    const choices = [{ index: 0, delta, logprobs: null, finish_reason: reason }]
    this.#stream?.sendData(JSON.stringify({ ...this.#chunk, choices }))
  }
}
