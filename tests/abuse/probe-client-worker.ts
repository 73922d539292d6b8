import { Agent, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'
import type { ConversationPage } from '#shared/chat.ts'
import { httpRequest } from '#tests/support/http-client.ts'
import type { ProbeOptions, ProbeSamples } from './probe-client.ts'

const { url, address, characterId, cookies } = workerData as ProbeOptions
const healthEvery = 25
const chatEvery = 250
/** Milliseconds after which a request counts as failed. */
const timeout = 30_000

const agent = new Agent({ localAddress: address, keepAlive: true })
const users = cookies.map((cookie) => ({ cookie, conversationId: '', isWaiting: false }))
let samples: ProbeSamples = { health: [], firstToken: [], errors: [] }
let pending: Promise<unknown>[] = []
let timers: NodeJS.Timeout[] = []
let chats = 0

parentPort?.on('message', async (message: 'start' | 'stop') => {
  if (message === 'start') {
    samples = { health: [], firstToken: [], errors: [] }
    pending = []
    timers = [setInterval(add, healthEvery, readHealth), setInterval(add, chatEvery, chat)]
    return
  }
  for (const timer of timers) clearInterval(timer)
  // What began in this time belongs to it, however long it takes.
  await Promise.all(pending)
  parentPort?.postMessage(samples)
})

function add(send: () => Promise<void>): void {
  pending.push(send().catch((error: Error) => samples.errors.push(error.message)))
}

async function readHealth(): Promise<void> {
  const startedAt = performance.now()
  const { status } = await httpRequest(`${url}/healthz`, { agent })
  samples.health.push(performance.now() - startedAt)
  if (status !== 200) throw new Error(`/healthz answered ${status}`)
}

/** Sends a message from the next user whose last reply has ended. */
async function chat(): Promise<void> {
  const user = users[chats++ % users.length]
  if (!user || user.isWaiting) return
  user.isWaiting = true
  try {
    if (user.conversationId === '') user.conversationId = await createConversation(user.cookie)
    const body = { characterId, conversationId: user.conversationId, message: 'What do you see?' }
    samples.firstToken.push(await timeFirstToken(user.cookie, JSON.stringify(body)))
  } finally {
    user.isWaiting = false
  }
}

async function createConversation(cookie: string): Promise<string> {
  const { status, text } = await httpRequest(`${url}/api/conversations`, {
    method: 'POST',
    agent,
    cookie,
    body: { characterId },
  })
  if (status >= 300) throw new Error(`POST /api/conversations answered ${status} ${text}`)
  return (JSON.parse(text) as ConversationPage).conversation.id
}

/** Resolves at the end of the reply. */
function timeFirstToken(cookie: string, body: string): Promise<number> {
  const headers = { cookie, accept: 'text/event-stream', 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const startedAt = performance.now()
    const options = { method: 'POST', headers, agent: false, localAddress: address, timeout } as const
    const sent = request(`${url}/api/chat`, options, (response) => {
      let text = ''
      let firstToken = 0
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
        if (firstToken === 0 && text.includes('event: delta')) firstToken = performance.now() - startedAt
      })
      response.on('error', reject)
      response.on('end', () => {
        if (firstToken > 0 && text.includes('event: done')) resolve(firstToken)
        else reject(new Error(`POST /api/chat answered ${response.statusCode} ${text.slice(-200)}`))
      })
    })
    sent.on('timeout', () => sent.destroy(new Error('POST /api/chat timed out')))
    sent.on('error', reject)
    sent.end(body)
  })
}
