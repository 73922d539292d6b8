import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { modelRequest } from '#tests/support/collect-reply.ts'
import { hostedReplies } from '#tests/support/recorded-replies/hosted.ts'
import { localReplies } from '#tests/support/recorded-replies/local.ts'
import {
  kindsOf,
  type RecordedReply,
  type RecordedService,
  replyKinds,
  thought,
} from '#tests/support/recorded-replies/recorded-reply.ts'
import { startScriptedUpstream } from '#tests/support/scripted-upstream.ts'
import { createReplyReader } from './http/reply-reader.ts'
import { createHttpModel, protocolOf } from './http-model.ts'
import { ContextOverflowError, ModelError } from './provider.ts'
import { ReplyFilter } from './reply-filters/reply-filter.ts'
import { hostedServices, localServices, type Service, unknownService } from './services.ts'

const services = [...hostedServices, ...localServices]
const serviceOf = ({ id }: RecordedService): Service => services.find((service) => service.id === id) ?? unknownService

let current: RecordedReply | null = null
let upstream: Awaited<ReturnType<typeof startScriptedUpstream>>
beforeAll(async () => {
  upstream = await startScriptedUpstream(() => current)
})
afterAll(() => upstream.close())

/** The text and the outcome of a reply, received over HTTP. */
async function generate(service: RecordedService) {
  let text = ''
  const retries = { delayMs: 1, maxDelayMs: 0, loadingMs: 1 }
  const settings = { service: serviceOf(service), apiKey: 'k-1234', model: service.model, contextTokens: 8192 }
  const model = createHttpModel({ ...settings, baseUrl: upstream.baseUrl }, { retries })
  const onText = (piece: string) => {
    text += piece
  }
  const onReplace = (all: string) => {
    text = all
  }
  try {
    const request = modelRequest({ promptTokens: 5_000 })
    const result = await model.generate(request, { signal: new AbortController().signal, onText, onReplace })
    return { text, ...result }
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    const type = error instanceof ContextOverflowError ? 'overflow' : error.errorType
    return { text, error: type, ...(error.retryAfter === null ? {} : { retryAfter: error.retryAfter }) }
  } finally {
    await model.close()
  }
}

/** What a body in these chunks becomes. */
function read(service: RecordedService, chunks: readonly Buffer[]) {
  let text = ''
  const onText = (piece: string) => {
    text += piece
  }
  const onReplace = (all: string) => {
    text = all
  }
  const filter = new ReplyFilter({ maxTokens: 600 }, { onText, onReplace })
  const parser = protocolOf(serviceOf(service)).createParser(filter)
  const reader = createReplyReader(parser)
  try {
    for (const chunk of chunks) reader.feed(chunk)
    reader.end()
    filter.end()
  } catch (error) {
    return { text, error: `${error}` }
  }
  return {
    text,
    finish: parser.finish,
    usage: parser.usage,
    hasThought: filter.hasThought,
    isRefusal: filter.isRefusal,
  }
}

it('is recorded for every known service', () => {
  expect([...hostedReplies, ...localReplies].map(({ id }) => id).sort()).toEqual(services.map(({ id }) => id).sort())
})

describe.each([...hostedReplies, ...localReplies])('$id', (service) => {
  it('is tried with every kind of reply that it has', () => {
    const tried = new Set(service.replies.flatMap(kindsOf))
    const absent = Object.keys(service.absent ?? {})
    expect(replyKinds.filter((kind) => !tried.has(kind))).toEqual(replyKinds.filter((kind) => absent.includes(kind)))
  })

  it.each(service.replies)('$name becomes its text or its error', async (recorded) => {
    current = recorded
    const outcome = await generate(service)
    expect(outcome).toMatchObject(recorded.expected)
    expect(JSON.stringify(outcome)).not.toContain(thought.slice(0, 12))
  })

  const streams = service.replies.filter(({ status }) => status === undefined)
  it.each(streams)('$name is the same wherever its bytes are cut', ({ body }) => {
    const bytes = Buffer.from(body)
    const outcome = (...chunks: Buffer[]) => JSON.stringify(read(service, chunks))
    const whole = outcome(bytes)
    const places = Array.from({ length: bytes.length - 1 }, (_, index) => index + 1)
    expect(places.filter((at) => outcome(bytes.subarray(0, at), bytes.subarray(at)) !== whole)).toEqual([])
    if (!/^(?:data|event): /.test(body)) return
    for (const lineEnd of ['\r\n', '\r']) {
      expect(outcome(Buffer.from(`\uFEFF${body.replaceAll('\n', lineEnd)}`))).toBe(whole)
    }
  })
})
