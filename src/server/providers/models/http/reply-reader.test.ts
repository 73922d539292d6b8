import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  anthropic as anthropicDialect,
  type Dialect,
  openai as openaiDialect,
} from '#tests/support/upstream-dialect.ts'
import { anthropic } from '../anthropic.ts'
import { openAiCompatible } from '../openai-compatible.ts'
import type { Protocol } from '../protocol.ts'
import { ReplyFilter } from '../reply-filters/reply-filter.ts'
import { ReplyReader } from './reply-reader.ts'
import { InvalidReplyError } from './upstream-error.ts'

const usage = { promptTokens: 50, replyTokens: 12, cachedTokens: 20 }

function streamOf(dialect: Dialect, tokens: readonly string[]): string {
  const text = tokens.map((token) => dialect.token('m', token)).join('')
  return dialect.open('m', usage) + text + dialect.finish('m', 'stop', usage, true) + dialect.done
}

function read(protocol: Protocol, chunks: readonly Buffer[]) {
  let text = ''
  const onText = (piece: string) => {
    expect(piece.isWellFormed()).toBe(true)
    text += piece
  }
  const filter = new ReplyFilter({ maxTokens: 10_000 }, { onText })
  const parser = protocol.createParser(filter)
  const reader = new ReplyReader(parser)
  for (const chunk of chunks) reader.feed(chunk)
  reader.end()
  filter.end()
  return { text, usage: parser.usage, progress: parser.progress }
}

/** Splits bytes at the given offsets, also inside characters. */
function split(bytes: Buffer, offsets: readonly number[]): Buffer[] {
  const edges = [0, ...offsets.map((offset) => offset % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
  return edges.slice(1).map((edge, index) => bytes.subarray(edges[index], edge))
}

describe.each([
  ['OpenAI', openAiCompatible, openaiDialect],
  ['Anthropic', anthropic, anthropicDialect],
] as const)("%s's event stream", (_name, protocol, dialect) => {
  const tokenLists = fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), {
    minLength: 1,
    maxLength: 20,
  })
  const offsetLists = fc.array(fc.nat(10_000), { maxLength: 40 })
  const newline = fc.constantFrom('\n', '\r\n', '\r')

  it('is read correctly wherever the chunks end, with every kind of line end', () => {
    fc.assert(
      fc.property(tokenLists, offsetLists, newline, fc.boolean(), (tokens, offsets, lineEnd, hasMark) => {
        const stream = (hasMark ? '\uFEFF' : '') + streamOf(dialect, tokens).replaceAll('\n', lineEnd)
        const { text, progress } = read(protocol, split(Buffer.from(stream), offsets))
        expect(text).toBe(tokens.join(''))
        expect(progress).toBe('complete')
      }),
      { numRuns: 100 },
    )
  })

  it('is invalid when it ends anywhere before the finish', () => {
    const end = dialect.finish('m', 'stop', usage, true) + dialect.done
    const whole = Buffer.from(streamOf(dialect, ['one ', 'café ', 'three']))
    const finish = whole.length - Buffer.byteLength(end)
    fc.assert(
      fc.property(fc.nat(finish), (length) => {
        expect(() => read(protocol, [whole.subarray(0, length)])).toThrow(InvalidReplyError)
      }),
    )
  })

  it('throws only its own errors for any input', () => {
    const noise = fc.oneof(
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
      fc.json().map((json) => `data: ${json}\n\n`),
      fc.constantFrom('data: null\n\n', 'data: {"choices":[null]}\n\n', 'data: {"type":7}\n\n', 'event: error\n\n'),
    )
    fc.assert(
      fc.property(fc.array(noise, { maxLength: 6 }), offsetLists, (parts, offsets) => {
        try {
          read(protocol, split(Buffer.from(parts.join('')), offsets))
        } catch (error) {
          expect(['InvalidReplyError', 'ErrorResponse']).toContain(error instanceof Error ? error.name : error)
        }
      }),
      { numRuns: 60 },
    )
  })
})

describe('a body that is not an event stream', () => {
  it('is invalid when a line does not end', () => {
    const chunks = Array.from({ length: 160 }, () => Buffer.alloc(8 * 1024, 'x'))
    expect(() => read(openAiCompatible, [Buffer.from('data: '), ...chunks])).toThrow('longer than 1 MiB')
  })
})
