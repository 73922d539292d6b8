import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  anthropic as anthropicDialect,
  type Dialect,
  openai as openaiDialect,
} from '#tests/support/upstream-dialect.ts'
import { replyOf, tokenText } from '#tests/support/upstream-stream.ts'
import { anthropic } from '../anthropic.ts'
import type { Protocol } from '../http-model.ts'
import { openAiCompatible } from '../openai-compatible.ts'
import { ReplyText } from '../reply-filters/reply-text.ts'
import { ReplyReader } from './reply-reader.ts'
import { BrokenReply } from './upstream-error.ts'

const usage = { promptTokens: 50, replyTokens: 12, cachedTokens: 20 }

function streamOf(dialect: Dialect, tokens: readonly string[]): string {
  const spoken = tokens.map((token) => dialect.token('m', token)).join('')
  return dialect.open('m', usage) + spoken + dialect.finish('m', 'stop', usage, true) + dialect.done
}

function read(protocol: Protocol, chunks: readonly Buffer[]) {
  let heard = ''
  const text = new ReplyText({ maxTokens: 10_000 }, (piece) => {
    expect(piece.isWellFormed()).toBe(true)
    heard += piece
  })
  const reply = protocol.hear(text)
  const reader = new ReplyReader(reply)
  for (const chunk of chunks) reader.feed(chunk)
  reader.end()
  text.end()
  return { heard, usage: reply.usage, progress: reply.progress }
}

/** Cuts bytes at the given places, wherever they fall. */
function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const edges = [0, ...places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
  return edges.slice(1).map((edge, index) => bytes.subarray(edges[index], edge))
}

describe.each([
  ['OpenAI', openAiCompatible, openaiDialect],
  ['Anthropic', anthropic, anthropicDialect],
] as const)("%s's event stream", (_name, protocol, dialect) => {
  const speech = fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 20 })
  const places = fc.array(fc.nat(10_000), { maxLength: 40 })
  const newline = fc.constantFrom('\n', '\r\n', '\r')

  it('reads the same wherever its bytes are cut, in every kind of line end', () => {
    fc.assert(
      fc.property(speech, places, newline, fc.boolean(), (tokens, cuts, lineEnd, marked) => {
        const stream = (marked ? '\uFEFF' : '') + streamOf(dialect, tokens).replaceAll('\n', lineEnd)
        const { heard, progress } = read(protocol, cut(Buffer.from(stream), cuts))
        expect(heard).toBe(tokens.join(''))
        expect(progress).toBe('complete')
      }),
      { numRuns: 400 },
    )
  })

  it('reads the same byte by byte', () => {
    const tokens = Array.from({ length: 30 }, (_, index) => tokenText(index))
    const bytes = Buffer.from(streamOf(dialect, tokens))
    const result = read(
      protocol,
      Array.from(bytes, (_byte, index) => bytes.subarray(index, index + 1)),
    )
    expect(result).toEqual({ heard: replyOf(30), usage, progress: 'complete' })
  })

  it('is broken wherever it is cut short before the finish', () => {
    const end = dialect.finish('m', 'stop', usage, true) + dialect.done
    const whole = Buffer.from(streamOf(dialect, ['one ', 'café ', 'three']))
    const finish = whole.length - Buffer.byteLength(end)
    fc.assert(
      fc.property(fc.nat(finish), (length) => {
        expect(() => read(protocol, [whole.subarray(0, length)])).toThrow(BrokenReply)
      }),
    )
  })

  it('never does worse than refuse, whatever comes', () => {
    const noise = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.json().map((json) => `data: ${json}\n\n`),
      fc.constantFrom('data: null\n\n', 'data: {"choices":[null]}\n\n', 'data: {"type":7}\n\n', 'event: error\n\n'),
    )
    fc.assert(
      fc.property(fc.array(noise, { maxLength: 6 }), places, (parts, cuts) => {
        try {
          read(protocol, cut(Buffer.from(parts.join('')), cuts))
        } catch (error) {
          expect(['BrokenReply', 'UpstreamRefusal']).toContain(error instanceof Error ? error.name : error)
        }
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('a body that is no event stream', () => {
  it('is a reply when it is one JSON document', () => {
    const document = `\n  ${openaiDialect.document('m', 'All at once.', usage)}`
    expect(read(openAiCompatible, cut(Buffer.from(document), [3, 17, 60]))).toMatchObject({
      heard: 'All at once.',
      usage,
    })
  })

  it('is broken when it is a web page, and the page goes to the log', () => {
    const page = Buffer.from('\r\n<html>Bad gateway</html>')
    expect(() => read(openAiCompatible, [page])).toThrow(
      expect.objectContaining({ cause: expect.stringContaining('Bad gateway') }),
    )
  })

  it('is broken when a line does not end', () => {
    const chunks = Array.from({ length: 160 }, () => Buffer.alloc(8 * 1024, 'x'))
    expect(() => read(openAiCompatible, [Buffer.from('data: '), ...chunks])).toThrow('longer than 1 MiB')
  })
})

it('leaves thinking out of what is said, in a field of its own or in tags', () => {
  const think = (delta: object) => `data: ${JSON.stringify({ choices: [{ delta }] })}\n\n`
  const stream =
    think({ reasoning_content: 'Hmm, a café.' }) +
    think({ content: '<think>They want' }) +
    think({ content: ' tea</think>\n\n' }) +
    think({ content: 'Tea? <think> is a word too.' }) +
    openaiDialect.finish('m', 'stop', usage, false)
  expect(read(openAiCompatible, [Buffer.from(stream)]).heard).toBe('Tea? <think> is a word too.')
})
