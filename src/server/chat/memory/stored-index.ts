import type { PassageIndex } from '#engine/memory/passage-index.ts'
import { measure, type PassageVectors } from '#engine/memory/vectors.ts'
import type { BlockRow } from './queries.ts'

/** An index as JSON: ids, passages as lists of numbers, and typed arrays in base64, which are read without parsing. */
interface StoredIndex {
  messages: string[]
  /** Each audience once, and which one each message has. */
  audiences: string[][]
  audienceOf: number[]
  passages: number[][]
  terms: string
  counts: string
}

const toBase64 = ({ buffer, byteOffset, byteLength }: Uint32Array | Uint8Array | Int8Array) =>
  Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength).toString('base64')

/** A copy: the pooled memory of a `Buffer` is not aligned. */
const fromBase64 = (text: string): ArrayBuffer => {
  const bytes = Buffer.from(text, 'base64')
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer
}

/** @param audiences the characters who know each message, in the order of `index.messages` */
export function writeIndex(
  { messages, passages, terms, counts }: PassageIndex,
  audiences: readonly string[][],
): string {
  const distinct = [...new Set(audiences.map((audience) => JSON.stringify(audience)))]
  const stored: StoredIndex = {
    messages,
    audiences: distinct.map((audience) => JSON.parse(audience) as string[]),
    audienceOf: audiences.map((audience) => distinct.indexOf(JSON.stringify(audience))),
    passages: passages.map(({ message, start, end, length, from }) => [message, start, end, length, from]),
    terms: toBase64(terms),
    counts: toBase64(counts),
  }
  return JSON.stringify(stored)
}

export function readIndex({
  passages: json,
  vectors,
  vector_space,
}: Pick<BlockRow, 'passages' | 'vectors' | 'vector_space'>) {
  const stored = JSON.parse(json) as StoredIndex
  const passages = stored.passages.map(([message = 0, start = 0, end = 0, length = 0, from = 0]) => {
    return { message, start, end, length, from }
  })
  const index: PassageIndex = {
    messages: stored.messages,
    passages,
    terms: new Uint32Array(fromBase64(stored.terms)),
    counts: new Uint8Array(fromBase64(stored.counts)),
  }
  if (vectors !== null && vector_space !== null) index.vectors = readVectors(vectors, vector_space, passages.length)
  const audiences = stored.audienceOf.map((at) => stored.audiences[at] ?? [])
  return { index, audiences }
}

export function writeVectors({ space, values }: PassageVectors): Pick<BlockRow, 'vectors' | 'vector_space'> {
  return { vectors: toBase64(values), vector_space: space }
}

function readVectors(text: string, space: string, count: number): PassageVectors {
  const values = new Int8Array(fromBase64(text))
  const dimensions = count === 0 ? 0 : values.length / count
  return { space, dimensions, values, norms: measure(values, dimensions) }
}
