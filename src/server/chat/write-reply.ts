import type { UserRow } from '#server/accounts/queries.ts'
import type { CharacterRow } from '#server/characters/queries.ts'
import type { Context } from '#server/core/context.ts'
import { ModelFault, type ModelResult } from '#server/providers/models/provider.ts'
import type { MessageStatus } from '#shared/chat.ts'
import { chatErrorGeneric, chatErrorMessages, errorCatalogue } from '#shared/errors.ts'
import { historyReach, promptFor } from './prompt.ts'
import { readHistory, updateConversation } from './queries.ts'
import { refundTurn } from './replies/daily-limit.ts'
import type { LiveReply, Outcome } from './replies/live-reply.ts'
import type { ReplyDesk } from './replies/reply-desk.ts'

export interface Performance {
  user: UserRow
  character: CharacterRow
  conversationId: string
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
export async function writeReply(
  context: Context,
  desk: ReplyDesk,
  reply: LiveReply,
  cast: Performance,
): Promise<void> {
  const outcome = await perform(context, reply, cast).catch((error: unknown) => faultOutcome(context, reply, error))
  if (outcome.fault) {
    await refundTurn(context.db, cast.user.id, cast.startedAt).catch((error: unknown) =>
      context.log.error({ err: error }, 'a failed turn could not be given back'),
    )
  }
  await desk.close(reply, outcome)
}

async function perform(context: Context, reply: LiveReply, cast: Performance): Promise<Outcome> {
  // Told in steps, since a function that waits keeps all it knows: no prompt is held for as long as its reply takes.
  const reach = { characters: historyReach(context), anchor: cast.anchor }
  const { usage } = await readHistory(context.db, cast.conversationId, cast.parentId, reach).then((path) =>
    ask(context, reply, cast, path),
  )
  if (reply.text.trim() === '') {
    throw new ModelFault(context.model.id, 'server_error', 'the reply was empty')
  }
  return { status: 'complete', usage, model: context.model.model, fault: null }
}

function ask(
  context: Context,
  reply: LiveReply,
  cast: Performance,
  path: Awaited<ReturnType<typeof readHistory>>,
): Promise<ModelResult> {
  const history = path.filter((line) => line.content.trim() !== '' && line.status !== 'redacted')
  const { prompt, ask: request } = promptFor(context, {
    user: cast.user,
    character: cast.character,
    kind: cast.kind,
    history,
    anchor: cast.anchor,
    conversationSeed: cast.conversationId,
    replySeed: reply.id,
  })
  if (prompt.anchor !== cast.anchor) {
    updateConversation(context.db, cast.user.id, cast.conversationId, { anchor_id: prompt.anchor }).catch(
      (error: unknown) => context.log.error({ err: error }, 'the anchor of a prompt could not be kept'),
    )
  }
  const onText = (text: string) => reply.append(reply.text === '' ? text.trimStart() : text)
  return context.model.generate(request, { signal: reply.abort.signal, onText })
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
  if (error instanceof ModelFault) {
    const { errorType, timeout } = error
    context.log.warn({ err: error, cause: error.cause, reply: reply.id, errorType }, 'the model failed a turn')
    const httpStatus = timeout ? 504 : errorCatalogue[errorType].status
    return { status, usage: null, model, fault: { errorType, userMessage: chatErrorMessages[errorType], httpStatus } }
  }
  context.log.error({ err: error, reply: reply.id }, 'a turn failed for a reason of ours')
  return { status, usage: null, model, fault: { errorType: null, userMessage: chatErrorGeneric, httpStatus: 500 } }
}
