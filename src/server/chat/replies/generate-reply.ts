import { closeMarks } from '#engine/reply/close-marks.ts'
import { speakerNames } from '#engine/reply/speaker-label.ts'
import { trimToSentence } from '#engine/reply/trim-to-sentence.ts'
import type { Context } from '#server/core/context.ts'
import {
  ContextOverflowError,
  ModelError,
  type ModelProvider,
  type ModelResult,
} from '#server/providers/models/provider.ts'
import type { ChatDeps } from '../chat-deps.ts'
import { type HistoryRow, readHistory, updateConversation } from '../queries.ts'
import { refundOf, refundTurn } from '../turns/daily-limit.ts'
import { historyReach, playerName, promptCharacter, promptFor } from '../turns/prompt.ts'
import { answerCrisis } from './answer-crisis.ts'
import { applyVerdict, startTurnCheck } from './check-turn.ts'
import { createReplyGuard, holdReply } from './hold-reply.ts'
import { LiveReply, type Outcome } from './live-reply.ts'
import { outcomeOfError } from './outcome-of-error.ts'
import type { ReplyJob } from './reply-job.ts'
import { ReplyWriter } from './reply-writer.ts'
import { tryModels } from './try-models.ts'
import type { TurnCheck } from './turn-check.ts'

/** Starts to generate a reply, independently of the request, and returns it for subscribers. */
export function startReply(chat: ChatDeps, job: ReplyJob): LiveReply {
  const { id, conversationId, userMessageId, viewer, text } = job
  const reply = new LiveReply({ id, conversationId, userMessageId, userId: viewer.id }, job.stored, text)
  chat.liveReplies.add(reply)
  void generateReply(chat, reply, job)
  return reply
}

/**
 * Starts to write the player's next message, and returns it for the one subscriber. It is never stored, and ends with its
 * reader.
 */
export function startDraft({ context }: ChatDeps, job: ReplyJob): LiveReply {
  const { id, conversationId, viewer, stored, startedAt } = job
  const draft = new LiveReply({ id, conversationId, userMessageId: null, userId: viewer.id }, stored)
  void generateOutcome(context, draft, job).then(async (outcome) => {
    if (outcome.error) {
      await refundTurn(context, viewer.id, startedAt).catch((error: unknown) =>
        context.log.error({ err: error, user: viewer.id }, 'refunding a draft failed'),
      )
    }
    draft.end(outcome)
  })
  return draft
}

/** Generates a reply, from the prompt to the committed end. It never rejects: an error becomes the reply's outcome. */
async function generateReply(chat: ChatDeps, reply: LiveReply, job: ReplyJob): Promise<void> {
  const { context, liveReplies, trendTurns } = chat
  const outcome = await generateOutcome(context, reply, job)
  // The charge of a turn that was lost is lost with it.
  const isRefunded = outcome.error !== null && reply.abortController.signal.reason !== 'lost'
  await liveReplies.finish(reply, outcome, isRefunded ? refundOf(context, job.viewer.id, job.startedAt) : null)
  if (outcome.error || reply.text === '') return
  // Afterwards: the readers of a popular character would wait for each other's locks before they are sent the end.
  await trendTurns
    .count({ userId: job.viewer.id, character: job.character })
    .catch((error: unknown) =>
      context.log.warn({ err: error, reply: reply.id }, 'a turn was not counted towards the trend'),
    )
}

async function generateOutcome(context: Context, reply: LiveReply, job: ReplyJob): Promise<Outcome> {
  const models = context.models.select(job.viewer.account_type)
  const check = startTurnCheck(context, reply, job)
  let [model] = models
  const attempt = (next: ModelProvider) => {
    model = next
    return runJob(context, model, { reply, job, check })
  }
  if (job.crisis) return answerCrisis(context, reply, job, job.crisis)
  return tryModels(context.log, models, attempt, () => reply.text !== (job.text ?? '')).catch((error: unknown) =>
    outcomeOfError(context, model, reply, error),
  )
}

interface Attempt {
  reply: LiveReply
  job: ReplyJob
  check: TurnCheck | null
}

async function runJob(context: Context, model: ModelProvider, { reply, job, check }: Attempt): Promise<Outcome> {
  const { text: standing = '', character, viewer } = job
  const speakers = speakerNames(promptCharacter(character), playerName(viewer))
  const isDraft = job.kind === 'impersonate'
  const names = isDraft ? { character: speakers.player, player: speakers.character } : speakers
  const continuation = model.canPrefill ? 'prefill' : 'directed'
  const writer = new ReplyWriter(reply, { names, continuation, createGuard: createReplyGuard(context, job), check })
  const range = { characters: historyReach(model), anchor: job.anchor }
  // The history is passed on and not kept in a variable: a suspended function holds its variables, and a prompt of 40 kB
  // would stay in memory for as long as its reply is generated.
  const generate = () =>
    readHistory(context.db, job.conversationId, job.parentId, range).then((history) =>
      askModel(context, model, { reply, job, writer }, history),
    )
  const ended = { finish: 'stop', usage: null } satisfies ModelResult
  const { usage, finish } = await generate()
    .catch((error: unknown) => {
      // The model has learned its window, so the second prompt is shorter.
      if (error instanceof ContextOverflowError && reply.text === standing) return generate()
      if (writer.hasEnded) return ended
      throw error
    })
    .finally(() => writer.end())
    .finally(() => endCheck(reply, check))
    .catch((error: unknown) => {
      if (check?.verdict) return ended
      throw error
    })
  const held = { content: writer.text, model: model.model }
  if (writer.hit) return holdReply(context, reply, job, { hit: writer.hit, ...held })
  if (check?.verdict) {
    return applyVerdict(context, reply, job, { verdict: check.verdict, text: writer.text, model: model.model })
  }
  if (reply.text.trim() === standing.trim()) {
    throw new ModelError(model.id, 'server_error', 'the model added no text', { reason: 'invalid_reply' })
  }
  return {
    status: 'complete',
    finish: finishWhole(reply, finish, standing),
    usage,
    model: model.model,
    error: null,
    ...(check?.isUnchecked ? { isUnchecked: true } : {}),
  }
}

/** Waits for the classifier, which has its own timeout, unless the server stops or the turn is lost. */
async function endCheck({ abortController: { signal } }: LiveReply, check: TurnCheck | null): Promise<void> {
  if (check && signal.reason !== 'shutdown' && signal.reason !== 'lost') await check.end()
}

/**
 * A reply that reached its maximum length ends with its last whole sentence, unless too little would be left of it. One
 * that ended by itself has no mark open.
 */
function finishWhole(reply: LiveReply, finish: ModelResult['finish'], standing: string): ModelResult['finish'] {
  if (finish === 'stop') reply.text = closeMarks(reply.text)
  if (finish !== 'length') return finish
  const { text, isCut } = trimToSentence(reply.text, standing.length)
  reply.text = text
  return isCut ? 'length' : 'stop'
}

function askModel(
  context: Context,
  model: ModelProvider,
  { reply, job, writer }: { reply: LiveReply; job: ReplyJob; writer: ReplyWriter },
  rows: HistoryRow[],
): Promise<ModelResult> {
  const { prompt, generate } = promptFor(context, {
    model,
    user: job.viewer,
    character: job.character,
    kind: job.kind,
    ...(job.hint ? { hint: job.hint } : {}),
    history: rows.filter(({ content, status }) => content.trim() !== '' && status !== 'redacted'),
    anchor: job.anchor,
    conversationSeed: job.conversationId,
    replySeed: reply.id,
  })
  writer.before = rows.at(-1)?.content.slice(-200) ?? ''
  const saved = prompt.anchor === job.anchor ? null : saveAnchor(context, job, prompt.anchor)
  return generate({
    signal: reply.abortController.signal,
    onText: (text) => writer.add(text),
    onReplace: (text) => writer.replace(text),
    onWaiting: () => reply.markLoading(),
  }).finally(() => saved)
}

/** While the model writes. It is awaited before the reply ends: after that, nothing changes in a conversation by itself. */
function saveAnchor({ db, log }: Context, { conversationId }: ReplyJob, anchor: string | null): Promise<void> {
  return updateConversation(db, conversationId, { anchor_id: anchor }).catch((error: unknown) =>
    log.error({ err: error, conversation: conversationId }, 'saving the anchor of a prompt failed'),
  )
}
