import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { serve } from './serve.ts'

/** What the classifier does with a request. `findings`: what it finds in a text. */
export type ClassifierBehavior =
  | { kind: 'answer'; findings?: (text: string) => string[] }
  | { kind: 'status'; status: number }
  | { kind: 'body'; body: string }
  | { kind: 'silence' }
  | { kind: 'cut' }

/** Every category of OpenAI's omni-moderation. */
const categories = [
  'harassment',
  'harassment/threatening',
  'hate',
  'hate/threatening',
  'illicit',
  'illicit/violent',
  'self-harm',
  'self-harm/intent',
  'self-harm/instructions',
  'sexual',
  'sexual/minors',
  'violence',
  'violence/graphic',
]

/** The body of an answer, as OpenAI sends it. */
export const moderationBody = (inputs: string[], findings: (text: string) => string[] = () => []) => ({
  id: 'modr-1',
  model: 'omni-moderation-latest',
  results: inputs.map((input) => {
    const found = findings(input)
    return {
      flagged: found.length > 0,
      categories: Object.fromEntries(categories.map((name) => [name, found.includes(name)])),
      category_scores: Object.fromEntries(categories.map((name) => [name, found.includes(name) ? 0.97 : 0.001])),
      category_applied_input_types: Object.fromEntries(categories.map((name) => [name, ['text']])),
    }
  }),
})

/** A server with OpenAI's `POST /v1/moderations` that refuses what OpenAI would refuse, and fails as the test sets it. */
export async function startScriptedClassifier(initial: ClassifierBehavior = { kind: 'answer' }) {
  const state = { behavior: initial, inputs: [] as string[][], requests: 0, invalidRequests: [] as string[] }
  /** Requests that are not answered yet, and what lets them be. */
  let gate: Promise<void> | null = null
  const server = createServer((request, response) => {
    void text(request).then(async (body) => {
      state.requests += 1
      const problem = findProblem(request, body)
      if (problem) {
        state.invalidRequests.push(problem)
        response
          .writeHead(400, { 'content-type': 'application/json' })
          .end(JSON.stringify({ error: { message: problem } }))
        return
      }
      const { input } = JSON.parse(body) as { input: string[] }
      state.inputs.push(input)
      await gate
      answer(response, state.behavior, input)
    })
  })
  const { url, close } = await serve(server)
  return {
    state,
    key: 'sk-classifier',
    baseUrl: `${url}/v1`,
    /** Answers nothing until the returned function is called. */
    hold(): () => void {
      let release = () => {}
      gate = new Promise((resolve) => {
        release = resolve
      })
      return () => {
        gate = null
        release()
      }
    },
    close,
  }
}

function findProblem(request: IncomingMessage, text: string): string | null {
  if (request.method !== 'POST' || request.url !== '/v1/moderations') return `${request.method} ${request.url}`
  if (request.headers.authorization !== 'Bearer sk-classifier') return 'no key'
  if (request.headers['content-type'] !== 'application/json') return 'not JSON'
  const { model, input, ...rest } = JSON.parse(text) as Record<string, unknown>
  if (model !== 'omni-moderation-latest') return `model ${String(model)}`
  if (!Array.isArray(input) || input.length === 0) return 'no input'
  if (!input.every((each) => typeof each === 'string' && each !== '' && each.isWellFormed()))
    return 'an input is no text'
  if (input.some((each: string) => each.length > 8_000)) return 'an input is too long'
  return Object.keys(rest).length > 0 ? `unknown parameters ${Object.keys(rest).join(', ')}` : null
}

function answer(response: ServerResponse, behavior: ClassifierBehavior, input: string[]): void {
  const head = { 'content-type': 'application/json' }
  if (behavior.kind === 'answer') {
    response.writeHead(200, head).end(JSON.stringify(moderationBody(input, behavior.findings)))
  } else if (behavior.kind === 'status') response.writeHead(behavior.status, head).end('{"error":{"message":"no"}}')
  else if (behavior.kind === 'body') response.writeHead(200, head).end(behavior.body)
  else if (behavior.kind === 'cut') {
    response.writeHead(200, { ...head, 'content-length': '5000' }).write('{"results":[')
    response.destroy()
  }
}
