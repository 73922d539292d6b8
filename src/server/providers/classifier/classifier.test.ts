import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type ClassifierBehavior, moderationBody, startScriptedClassifier } from '#tests/support/scripted-classifier.ts'
import { type Classifier, createClassifier } from './classifier.ts'

let service: Awaited<ReturnType<typeof startScriptedClassifier>>
let classifier: Classifier
let changes: boolean[] = []

beforeAll(async () => {
  service = await startScriptedClassifier()
})
afterAll(() => service.close())
beforeEach(() => {
  changes = []
  classifier = createClassifier({
    baseUrl: service.baseUrl,
    apiKey: service.key,
    model: 'omni-moderation-latest',
    timeoutMs: 2_000,
    onChange: (isAvailable) => void changes.push(isAvailable),
  })
  return () => classifier.close()
})
const behave = (behavior: ClassifierBehavior) => {
  service.state.behavior = behavior
}

it('sends a text in parts of 8,000 characters, none with half a character, and joins the findings', async () => {
  behave({
    kind: 'answer',
    findings: (text) => (text.includes('end') ? ['sexual'] : text.includes('begin') ? ['hate'] : []),
  })
  const text = `begin ${'x'.repeat(7_993)}😀${'y'.repeat(8_100)} end`
  expect([...(await classifier.classify(text)).entries()]).toEqual([
    ['hate', 0.97],
    ['sexual', 0.97],
  ])
  expect(service.state.inputs.at(-1)).toHaveLength(3)
  expect(service.state.invalidRequests).toEqual([])
})

const wrong: [string, ClassifierBehavior][] = [
  ['500', { kind: 'status', status: 500 }],
  ['429', { kind: 'status', status: 429 }],
  ['a redirect', { kind: 'status', status: 302 }],
  ['a page', { kind: 'body', body: '<html>busy</html>' }],
  ['an error with 200', { kind: 'body', body: '{"error":{"message":"overloaded"}}' }],
  ['no result', { kind: 'body', body: '{"results":[]}' }],
  ['a result too many', { kind: 'body', body: JSON.stringify(moderationBody(['a', 'b'])) }],
  ['categories of another kind', { kind: 'body', body: '{"results":[{"categories":{"toxic":true}}]}' }],
  ['scores in place of categories', { kind: 'body', body: '{"results":[{"categories":{"sexual":0.9}}]}' }],
  ['half an answer', { kind: 'cut' }],
  ['nothing', { kind: 'silence' }],
]
it.each(wrong)('rejects when the service answers with %s', async (_, behavior) => {
  behave(behavior)
  await expect(classifier.classify('A text.')).rejects.toThrow()
})

it('is away after five failures in a row, and back with the first answer', async () => {
  behave({ kind: 'status', status: 503 })
  for (let call = 0; call < 6; call += 1) {
    expect(classifier.isAvailable).toBe(call < 5)
    await expect(classifier.classify('A text.')).rejects.toThrow('HTTP 503')
  }
  expect(changes).toEqual([false])
  behave({ kind: 'answer' })
  expect((await classifier.classify('A text.')).size).toBe(0)
  expect([classifier.isAvailable, changes]).toEqual([true, [false, true]])
})
