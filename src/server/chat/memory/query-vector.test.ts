import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { EmbeddedTexts } from '#server/providers/models/embeddings/embeddings.ts'
import { QueryVectors } from './query-vector.ts'

/** A service that answers when the test says so. */
function createService() {
  const answers: ((embedded: EmbeddedTexts | Error) => void)[] = []
  const embed = () =>
    new Promise<EmbeddedTexts>((resolve, reject) => {
      answers.push((embedded) => (embedded instanceof Error ? reject(embedded) : resolve(embedded)))
    })
  const answer = async (at: number, value: number | Error) => {
    answers[at]?.(value instanceof Error ? value : vectorOf(value))
    await setImmediate()
  }
  return { embeddings: { id: 'service', embed, close: async () => {} }, answers, answer }
}

const vectorOf = (value: number) => ({ space: 's', vectors: [[value, 0]] })
const query = (value: number) => ({ space: 's', values: [value, 0] })

test('the vector of a message is that of the one before it until it arrives, and each conversation has its own', async () => {
  const { embeddings, answer } = createService()
  const vectors = new QueryVectors()
  vectors.request(embeddings, 'c1', 'Where is the key?')
  expect(vectors.find('c1')).toBeNull()
  await answer(0, 1)
  expect(vectors.find('c1')).toEqual(query(1))
  vectors.request(embeddings, 'c1', 'And the lamp?')
  expect(vectors.find('c1')).toEqual(query(1))
  await answer(1, 2)
  expect(vectors.find('c1')).toEqual(query(2))
  expect(vectors.find('c2')).toBeNull()
})

test('a vector that arrives after the next message was sent serves it until its own arrives, and not afterwards', async () => {
  const { embeddings, answer } = createService()
  const vectors = new QueryVectors()
  for (const text of ['One.', 'Two.', 'Three.']) vectors.request(embeddings, 'c1', text)
  await answer(1, 2)
  expect(vectors.find('c1')).toEqual(query(2))
  await answer(2, 3)
  await answer(0, 1)
  expect(vectors.find('c1')).toEqual(query(3))
})

test('the same text is asked for once, and again after a failure', async () => {
  const { embeddings, answers, answer } = createService()
  const vectors = new QueryVectors()
  const request = () => vectors.request(embeddings, 'c1', 'Where is the key?')
  request()
  request()
  expect(answers).toHaveLength(1)
  await answer(0, new Error('unreachable'))
  expect(vectors.find('c1')).toBeNull()
  request()
  await answer(1, 1)
  request()
  expect(answers).toHaveLength(2)
  expect(vectors.find('c1')).toEqual(query(1))
})
