import type { CharacterRow } from '#server/characters/queries.ts'
import type { Context } from '#server/core/context.ts'
import type { OwnConversationId } from '#server/core/owned-id.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ModelError, type ModelResult } from '#server/providers/models/provider.ts'
import type { MessageStatus } from '#shared/chat.ts'
import { chatErrorGeneric, chatErrorMessages, errorCatalogue } from '#shared/errors.ts'
import { readHistory, updateConversation } from '../queries.ts'
import { refundTurn } from '../turns/daily-limit.ts'
import { historyReach, promptFor } from '../turns/prompt.ts'
import type { LiveReplies } from './live-replies.ts'
import type { LiveReply, Outcome } from './live-reply.ts'

export interface ReplyJob {
  user: Viewer
  character: CharacterRow
  conversationId: OwnConversationId
  /** The line the reply follows. */
  parentId: string
  kind: 'reply' | 'continue'
  anchor: string | null
  startedAt: number
}

/**
 * Writes one reply, from the prompt to the committed end. It runs in the server, not in a request: whoever asked may
 * be long gone. It never rejects; every fault becomes an outcome.
 */
export async function generateReply(
  context: Context,
  liveReplies: LiveReplies,
  reply: LiveReply,
  job: ReplyJob,
): Promise<void> {
  const outcome = await runJob(context, reply, job).catch((error: unknown) => faultOutcome(context, reply, error))
  if (outcome.fault) {
    await refundTurn(context.db, job.user.id, job.startedAt).catch((error: unknown) =>
      context.log.error({ err: error }, 'a failed turn could not be given back'),
    )
  }
  await liveReplies.close(reply, outcome)
}

async function runJob(context: Context, reply: LiveReply, job: ReplyJob): Promise<Outcome> {
  // Told in steps, since a function that waits keeps all it knows: no prompt is held for as long as its reply takes.
  const scope = { characters: historyReach(context), anchor: job.anchor }
  const { usage } = await readHistory(context.db, job.conversationId, job.parentId, scope).then((path) =>
    askModel(context, reply, job, path),
  )
  if (reply.text.trim() === '') {
    throw new ModelError(context.model.id, 'server_error', 'the reply was empty')
  }
  return { status: 'complete', usage, model: context.model.model, fault: null }
}

function askModel(
  context: Context,
  reply: LiveReply,
  job: ReplyJob,
  path: Awaited<ReturnType<typeof readHistory>>,
): Promise<ModelResult> {
  const history = path.filter((line) => line.content.trim() !== '' && line.status !== 'redacted')
  const { prompt, generate } = promptFor(context, {
    user: job.user,
    character: job.character,
    kind: job.kind,
    history,
    anchor: job.anchor,
    conversationSeed: job.conversationId,
    replySeed: reply.id,
  })
  if (prompt.anchor !== job.anchor) {
    updateConversation(context.db, job.conversationId, { anchor_id: prompt.anchor }).catch((error: unknown) =>
      context.log.error({ err: error }, 'the anchor of a prompt could not be kept'),
    )
  }
  const onText = (text: string) => reply.append(reply.text === '' ? text.trimStart() : text)
  return generate({ signal: reply.abort.signal, onText })
}

function faultOutcome(context: Context, reply: LiveReply, error: unknown): Outcome {
  const { model } = context.model
  const said = reply.text.trim() !== ''
  const status: Extract<MessageStatus, 'interrupted' | 'failed'> = said ? 'interrupted' : 'failed'
  if (reply.abort.signal.aborted && reply.abort.signal.reason === 'stopped') {
    return { status: 'interrupted', usage: null, model, fault: null }
  }
  if (reply.abort.signal.aborted) {
    const userMessage = 'The server restarted while this reply was being written.'
    return { status, usage: null, model, fault: { errorType: null, userMessage, httpStatus: 503 } }
  }
  if (error instanceof ModelError) {
    const { errorType, timeout } = error
    context.log.warn({ err: error, cause: error.cause, reply: reply.id, errorType }, 'the model failed a turn')
    const httpStatus = timeout ? 504 : errorCatalogue[errorType].status
    return { status, usage: null, model, fault: { errorType, userMessage: chatErrorMessages[errorType], httpStatus } }
  }
  context.log.error({ err: error, reply: reply.id }, 'a turn failed for a reason of ours')
  return { status, usage: null, model, fault: { errorType: null, userMessage: chatErrorGeneric, httpStatus: 500 } }
}
