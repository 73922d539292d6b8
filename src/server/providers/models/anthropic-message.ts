import { count } from './chat-completion.ts'
import { parseJson } from './http/reply-reader.ts'
import type { Progress } from './http/upstream-call.ts'
import { BrokenReply, UpstreamRefusal } from './http/upstream-error.ts'
import type { HeardReply } from './http-model.ts'
import type { ModelResult, ModelUsage } from './provider.ts'
import type { ReplyText } from './reply-filters/reply-text.ts'

interface UsageFields {
  input_tokens?: unknown
  output_tokens?: unknown
  cache_read_input_tokens?: unknown
  cache_creation_input_tokens?: unknown
}

/** What we look at of an event. Nothing of it can be relied upon, so every part may be missing. */
interface MessageEvent {
  type?: unknown
  message?: { usage?: UsageFields | null } | null
  content_block?: { text?: unknown } | null
  delta?: { text?: unknown; thinking?: unknown; stop_reason?: unknown } | null
  usage?: UsageFields | null
}

interface MessageDocument {
  type?: unknown
  content?: unknown
  stop_reason?: unknown
  usage?: UsageFields | null
}

/** The upstream's reasons that are neither an ordinary end nor a text we asked it to stop at. */
const finishes: Readonly<Record<string, ModelResult['finish']>> = {
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'filter',
}

/** Anthropic's `/messages`, as it streams and as one document. */
export class AnthropicMessage implements HeardReply {
  readonly #text: ReplyText
  progress: Progress = 'reading'
  usage: ModelUsage | null = null
  finish: ModelResult['finish'] = 'stop'

  constructor(text: ReplyText) {
    this.#text = text
  }

  onEvent(data: string): void {
    const value = parseJson(data)
    if (typeof value !== 'object' || value === null) throw new BrokenReply('not an object', { cause: data })
    const event = value as MessageEvent
    switch (event.type) {
      case 'message_start':
        this.#count(event.message?.usage)
        break
      case 'content_block_start':
        this.#say(event.content_block?.text)
        break
      case 'content_block_delta':
        this.#say(event.delta?.text)
        if (typeof event.delta?.thinking === 'string') this.#text.unspoken(event.delta.thinking.length)
        break
      case 'message_delta':
        this.#count(event.usage)
        if (event.delta?.stop_reason) this.#ended(event.delta.stop_reason, 'ending')
        break
      case 'message_stop':
        this.progress = 'complete'
        break
      case 'error':
        throw new UpstreamRefusal(200, data)
    }
    if (this.#text.cut !== null) this.progress = 'enough'
  }

  onDocument(value: unknown): void {
    const document = (typeof value === 'object' && value !== null ? value : {}) as MessageDocument
    if (document.type === 'error' || 'error' in document) throw new UpstreamRefusal(200, JSON.stringify(value))
    if (!Array.isArray(document.content)) throw new BrokenReply('a document without a reply')
    for (const block of document.content as ({ text?: unknown } | null)[]) this.#say(block?.text)
    this.#count(document.usage)
    this.#ended(document.stop_reason, 'complete')
  }

  #say(text: unknown): void {
    if (typeof text === 'string' && text !== '') this.#text.add(text)
  }

  #ended(reason: unknown, progress: Progress): void {
    this.finish = finishes[String(reason)] ?? 'stop'
    this.progress = progress
  }

  /** The prompt is counted at the beginning, the reply at the end; what is cached is not among `input_tokens`. */
  #count(usage: UsageFields | null | undefined): void {
    if (!usage) return
    const cachedTokens = count(usage.cache_read_input_tokens)
    const promptTokens = count(usage.input_tokens) + count(usage.cache_creation_input_tokens) + cachedTokens
    const before = this.usage
    this.usage = {
      promptTokens: Math.max(promptTokens, before?.promptTokens ?? 0),
      cachedTokens: Math.max(cachedTokens, before?.cachedTokens ?? 0),
      replyTokens: count(usage.output_tokens),
    }
  }
}
