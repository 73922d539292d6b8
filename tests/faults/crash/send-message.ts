import { randomUUID } from 'node:crypto'
import type { ChatResponse } from '#shared/chat.ts'
import type { ReplyEvents } from '#shared/reply-events.ts'
import { httpRequest, readEventStream } from '#tests/support/http-client.ts'
import { type RunContext, randomHex } from './run-context.ts'
import { type ReplyLength, replyTo } from './scripted-model.ts'
import { isConfirmed, type TrackedConversation, type TrackedSend } from './tracked-conversation.ts'
import { TrackedValue } from './tracked-value.ts'

export interface SendOptions {
  cookie: string
  conversation: TrackedConversation
  mode: 'json' | 'stream'
}

/** Sends a new message and reads the reply until its end or until the failure. */
export async function sendMessage(
  run: RunContext,
  options: SendOptions,
  length: ReplyLength | 'continue',
): Promise<void> {
  const { conversation } = options
  const previous = conversation.sends.findLast((send) => send.message !== '')
  const key = length === 'continue' ? keyOf(previous) : `${length}-${randomHex(run)}`
  const send: TrackedSend = {
    clientMessageId: randomUUID(),
    message: length === 'continue' ? '' : `${key}, says the user`,
    expectedReply: replyTo(key),
    acknowledged: 'nothing',
    messageId: null,
    received: [],
    final: null,
  }
  if (conversation.sends.length === 0) conversation.title = new TrackedValue(send.message)
  conversation.sends.push(send)
  conversation.needsCheck = true
  if (options.mode === 'json') await sendAsJson(run, options, send)
  else await sendAsStream(run, options, send)
  if (!isConfirmed(send)) run.results.unconfirmed += 1
}

const keyOf = (send: TrackedSend | undefined) => send?.expectedReply.split(':')[0] ?? ''

function bodyOf(conversation: TrackedConversation, { message, clientMessageId }: TrackedSend) {
  return { characterId: conversation.characterId, conversationId: conversation.id, message, clientMessageId }
}

async function sendAsJson(run: RunContext, { cookie, conversation }: SendOptions, send: TrackedSend): Promise<void> {
  const options = { method: 'POST', cookie, body: bodyOf(conversation, send) }
  const httpResponse = await httpRequest(`${run.url}/api/chat`, options).catch((error: unknown) => {
    run.results.check(run.isFailing, 'unexpected error', `POST /api/chat: ${error}`)
  })
  if (!httpResponse) return
  const { conversationId, messageId, response } = JSON.parse(httpResponse.text) as Partial<ChatResponse>
  if (conversationId !== undefined && messageId !== undefined) {
    recordTurn(run, conversation, send, { conversationId, messageId })
  }
  if (httpResponse.status !== 200) {
    checkStatus(run, httpResponse)
    if (messageId !== undefined) acknowledge(run, send, 'error')
  } else if (response === send.expectedReply) acknowledge(run, send, 'reply')
  else run.results.addViolation('false complete', `${messageId} has only ${response?.length} characters`)
}

/**
 * Sends a message, or sends it again: the `clientMessageId` makes a repeated send harmless. Aborts after
 * `idleTimeout` milliseconds without an event.
 */
export async function sendAsStream(
  run: RunContext,
  { cookie, conversation }: SendOptions,
  send: TrackedSend,
  idleTimeout = 30_000,
): Promise<void> {
  let text = ''
  const abortController = new AbortController()
  const timer = setTimeout(() => abortController.abort(), idleTimeout)
  const onEvent = (event: string, json: string) => {
    timer.refresh()
    const data = JSON.parse(json) as ReplyEvents['turn'] & ReplyEvents['delta'] & ReplyEvents['done']
    if (event === 'turn') recordTurn(run, conversation, send, data)
    else if (event === 'delta') {
      text += data.text
      send.received.push({ at: performance.now(), length: text.length })
    } else if (event === 'done' && data.status === 'complete') {
      acknowledge(run, send, 'reply')
      const isWhole = data.response === send.expectedReply && text === send.expectedReply
      run.results.check(isWhole, 'false complete', `${data.messageId} has only ${data.response.length} characters`)
    } else if (event === 'error') {
      run.results.check(run.isFailing, 'unexpected error', `reply ${data.messageId}: ${json}`)
      acknowledge(run, send, 'error')
    }
  }
  const options = { method: 'POST', cookie, body: bodyOf(conversation, send), signal: abortController.signal }
  const response = await readEventStream(`${run.url}/api/chat`, options, onEvent).catch((error: unknown) => {
    run.results.check(run.isFailing, 'unexpected error', `POST /api/chat: ${error}`)
  })
  clearTimeout(timer)
  if (response && response.status !== 200) checkStatus(run, response)
}

/** An error status is allowed only as a 5xx during an injected failure. */
function checkStatus(run: RunContext, { status, text }: { status: number; text: string }): void {
  run.results.check(status >= 500 && run.isFailing, 'unexpected error', `POST /api/chat: ${status} ${text}`)
}

function acknowledge(run: RunContext, send: TrackedSend, outcome: TrackedSend['acknowledged']): void {
  send.acknowledged = outcome
  run.results.acknowledged += 1
}

/** Records the turn that the server created for this send. A different turn than before means the first one is lost. */
function recordTurn(
  run: RunContext,
  conversation: TrackedConversation,
  send: TrackedSend,
  { conversationId, messageId }: { conversationId: string; messageId: string },
): void {
  const isSame = (conversation.id ?? conversationId) === conversationId && (send.messageId ?? messageId) === messageId
  run.results.check(isSame, 'lost', `the turn ${send.messageId} is lost; the repeated send created ${messageId}`)
  conversation.id = conversationId
  send.messageId = messageId
  if (send.acknowledged === 'nothing') acknowledge(run, send, 'turn')
}
