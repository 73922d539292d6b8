import { isBlank } from '#engine/is-blank.ts'
import type { HistoryMessage, Prompt } from '#engine/prompt/input.ts'
import { closeMarks } from '#engine/reply/close-marks.ts'
import { type SpeakerNames, speakerNames } from '#engine/reply/speaker-label.ts'
import { trimToSentence } from '#engine/reply/trim-to-sentence.ts'
import { toFields } from '#server/characters/character-columns.ts'
import { countTrendTurn } from '#server/characters/popularity/trend-turns.ts'
import { activeClassifier, type Context } from '#server/core/context.ts'
import { tryModels } from '#server/providers/models/model-selector.ts'
import {
  ContextOverflowError,
  ModelError,
  type ModelProvider,
  type ModelResult,
} from '#server/providers/models/provider.ts'
import { compileRegex } from '#shared/compile-regex.ts'
import { listExpressions } from '#shared/expressions.ts'
import type { Notes } from '#shared/notes.ts'
import { refundOf, refundTurn } from '../limits/daily-limit.ts'
import { findLorebooks } from '../lorebooks/lore-of-prompt.ts'
import { findMemoryDue, saveAnchorSummary } from '../memory/conversation-memory.ts'
import { type Recalled, type RecallRequest, recallMemory, withInserts } from '../memory/recall-memory.ts'
import { readNotesDue } from '../notes/notes-due.ts'
import { accountName, accountNames, withPlayers } from '../personas/player.ts'
import { nameIn } from '../scenes/scene.ts'
import { listOthers, readSceneHistory } from '../scenes/scene-prompt.ts'
import { createReplyGuard, endOf } from '../screening/screen-turn.ts'
import { findOpening, readHistory } from '../tree/queries.ts'
import { answerCrisis } from './answer-crisis.ts'
import { applyVerdict } from './apply-verdict.ts'
import type { ChatDeps } from './chat-deps.ts'
import { findExpression } from './find-expression.ts'
import { holdReply } from './hold-reply.ts'
import { LiveReply, type Outcome } from './live-reply.ts'
import { outcomeOfError } from './outcome-of-error.ts'
import { createPrompt, type PromptRequest, sendPrompt } from './prompt.ts'
import { updateAnchor } from './queries.ts'
import { addRequest, createReceipt } from './receipt.ts'
import type { DraftJob, ReplyJob } from './reply-job.ts'
import { ReplyWriter } from './reply-writer.ts'
import { startTurnCheck, type TurnCheck } from './turn-check.ts'

/** An upper estimate: no prompt uses more of the history than this. */
const charactersPerToken = 5

/** Starts to generate a reply, independently of the request, and returns it for subscribers. */
export function startReply(chat: ChatDeps, job: ReplyJob): LiveReply {
  const { id, conversationId, userMessageId, viewer, text, sceneTurn } = job
  const ids = { id, conversationId, userMessageId, userId: viewer.id, speakerId: sceneTurn?.speakerId }
  const reply = new LiveReply(ids, job.stored, text)
  chat.liveReplies.add(reply)
  void generateReply(chat, reply, job)
  return reply
}

/**
 * Starts to generate the player's next message or a new greeting, and returns it for its one subscriber. It is never stored; a
 * flag is saved when it has ended.
 */
export function startDraft(chat: ChatDeps, job: DraftJob): LiveReply {
  const { context } = chat
  const { id, conversationId, viewer, stored, startedAt } = job
  const draft = new LiveReply(
    { id, conversationId: conversationId ?? '', userMessageId: null, userId: viewer.id },
    stored,
  )
  void generateOutcome(chat, draft, job).then(async (outcome) => {
    if (outcome.error) {
      await refundTurn(context, viewer.id, startedAt).catch((error: unknown) =>
        context.log.error({ err: error, user: viewer.id }, 'refunding a draft failed'),
      )
    }
    const { flag } = outcome
    const isAboutGuest = viewer.is_guest && flag?.subjectId === viewer.id
    if (flag && !isAboutGuest) await context.raisePolicyFlag(context, flag)
    draft.end(outcome, outcome.error !== null)
  })
  return draft
}

/** Generates a reply, from the prompt to the committed end. It never rejects: an error becomes the reply's outcome. */
async function generateReply(chat: ChatDeps, reply: LiveReply, job: ReplyJob): Promise<void> {
  const { context, liveReplies, memoryJobs } = chat
  const outcome = await generateOutcome(chat, reply, job)
  // An answer to a crisis is not the character's.
  const isSpoken = reply.text !== (job.text ?? '') && outcome.finish !== 'help'
  outcome.expression = isSpoken ? await findExpression(context, reply, job, outcome) : null
  // A turn that could not be stored was not charged either.
  const isRefunded = outcome.error !== null && reply.abortController.signal.reason !== 'lost'
  const refund = isRefunded ? refundOf(context, job.viewer.id, job.startedAt) : null
  await liveReplies.finish(reply, outcome, { refund, beginNext: job.beginNext })
  if (outcome.error || reply.text === '') return
  if (outcome.memoryDue) memoryJobs.wake()
  // Last, because turns with a popular character wait for each other's locks, and subscribers must not wait for them.
  await countTrendTurn(context, { userId: job.viewer.id, character: job.character }).catch((error: unknown) =>
    context.log.warn({ err: error, reply: reply.id }, 'a turn was not counted towards the trend'),
  )
}

async function generateOutcome(chat: ChatDeps, reply: LiveReply, job: DraftJob): Promise<Outcome> {
  const { context } = chat
  if (job.crisis) return answerCrisis(context, reply, job, job.crisis)
  const models = context.models.select(job.viewer.account_type)
  const check = activeClassifier(context) && startTurnCheck(context, reply, job)
  let [model] = models
  const attempt = (next: ModelProvider) => {
    model = next
    return runJob(chat, model, { reply, job, check })
  }
  const hasText = () => reply.text !== (job.text ?? '')
  return tryModels(context.log, models, attempt, hasText).catch(async (error: unknown) => ({
    ...outcomeOfError(context, model, reply, error),
    receipt: hasText() ? await reply.receipt : null,
    isUnchecked: check?.isUnchecked ?? false,
  }))
}

interface Attempt {
  reply: LiveReply
  job: DraftJob
  check: TurnCheck | null
}

/** Lets one model write the reply, and judges what it wrote. Rejects when the model fails. */
async function runJob(chat: ChatDeps, model: ModelProvider, { reply, job, check }: Attempt): Promise<Outcome> {
  const { context } = chat
  const { text: existing = '' } = job
  const names = namesOf(job)
  const continuation = model.canPrefill ? 'prefill' : 'directed'
  const writer = new ReplyWriter(reply, {
    names,
    stop: job.stop,
    continuation,
    createGuard: createReplyGuard(context, job),
    check,
  })
  let generated: GeneratedReply = { finish: 'stop', usage: null, memoryDue: null }
  let failure: unknown = null
  try {
    generated = await generateText(chat, model, { reply, job, writer })
  } catch (error) {
    // The writer aborts the request of a reply that is complete, or that breaks a rule.
    if (!writer.hasEnded) failure = error
  }
  writer.end()
  reply.expression = writer.expression
  await endCheck(reply, check)
  if (failure !== null && !check?.verdict) throw failure
  const held = { content: writer.text, model: model.model }
  if (writer.hit) return holdReply(context, reply, job, { hit: writer.hit, ...held })
  if (check?.verdict) {
    return applyVerdict(context, reply, job, { verdict: check.verdict, text: writer.text, model: model.model })
  }
  if (reply.text.trim() === existing.trim()) {
    // As a stop before the first word.
    if (writer.hasStopped) {
      return { status: 'interrupted', finish: null, usage: generated.usage, model: model.model, error: null }
    }
    throw new ModelError(model.id, 'server_error', 'the model added no text', { reason: 'invalid_reply' })
  }
  const { finish, usage, memoryDue } = generated
  return {
    status: 'complete',
    finish: finishWhole(reply, finish, existing),
    usage,
    model: model.model,
    error: null,
    memoryDue,
    receipt: await reply.receipt,
    isUnchecked: check?.isUnchecked ?? false,
  }
}

type GeneratedReply = ModelResult & Pick<Outcome, 'memoryDue'>
type Writing = Omit<Attempt, 'check'> & { writer: ReplyWriter }

/** Asks the model, and once more with a shorter prompt when its error says that its window is smaller. */
async function generateText(chat: ChatDeps, model: ModelProvider, writing: Writing): Promise<GeneratedReply> {
  const { reply, job } = writing
  try {
    return await askModel(chat, model, writing)
  } catch (error) {
    if (error instanceof ContextOverflowError && reply.text === (job.text ?? '')) return askModel(chat, model, writing)
    throw error
  }
}

async function askModel(chat: ChatDeps, model: ModelProvider, writing: Writing): Promise<GeneratedReply> {
  const { result, anchorSaved, memoryDue } = await sendJob(chat, model, writing)
  try {
    return { ...(await result), memoryDue }
  } finally {
    // The conversation must not change after its reply has ended.
    await anchorSaved
  }
}

/**
 * Reads what the prompt needs, builds it and sends it. Returns before the model has answered: a suspended function holds
 * its variables, and a prompt of 40 kB would stay in memory for as long as its reply is generated.
 */
async function sendJob(chat: ChatDeps, model: ModelProvider, { reply, job, writer }: Writing) {
  const { context } = chat
  const known = await readJobHistory(chat, job, model.contextTokens * charactersPerToken)
  const { anchor, notes, messagesBefore } = known
  const books = await findLorebooks(context.db, {
    character: job.character,
    userId: job.viewer.id,
    attached: [job.lorebooks, job.player.lorebooks],
  })
  const canHaveInserts = books.length > 0 || (job.memory.isEnabled && job.memory.version > 0)
  const said = canHaveInserts ? await withInserts(context.db, known.history, anchor) : known.history
  const recalled = await recall(context, job, { anchor, history: said })
  const history = recalled?.history ?? said
  const request: PromptRequest = {
    model,
    user: job.viewer,
    character: job.character,
    player: job.player,
    notes,
    kind: job.kind,
    hint: job.hint,
    maxTokens: job.maxTokens,
    history,
    opening: messagesBefore > 0 ? await readOpening(context, job) : undefined,
    anchor,
    others: job.sceneTurn && listOthers(job.sceneTurn),
    expressions: job.showsExpressions ? listExpressions(toFields(job.character)) : undefined,
    memory: recalled?.prompt,
    lore: books.length > 0 ? { books: books.map(({ book }) => book), messagesBefore, compileRegex } : undefined,
    conversationSeed: job.conversationId ?? job.character.id,
    replySeed: reply.id,
    now: job.startedAt,
  }
  const prompt = createPrompt(request)
  writer.before = endOf(history.at(-1)?.content)
  const receipt = createReceipt(prompt, {
    books,
    contextTokens: model.contextTokens,
    before: job.text ? history.at(-1)?.inserts : [],
  })
  if (isStored(job)) reply.receipt = Promise.resolve(receipt)
  return {
    anchorSaved: isStored(job) && prompt.anchor !== anchor ? saveAnchor(context, job, prompt, history) : null,
    memoryDue: !isStored(job) ? null : findMemoryDue(job.memory, prompt, history, recalled),
    result: sendPrompt(request, prompt, {
      signal: reply.abortController.signal,
      onText: (text) => writer.add(text),
      onReplace: (text) => writer.replace(text),
      onWaiting: () => reply.markLoading(),
      onSent: (body) => {
        if (isStored(job)) reply.receipt = addRequest(context, job, receipt, body)
      },
    }),
  }
}

/** The memory for a prompt. A failure is logged, and the reply is then written without a memory. */
async function recall(
  context: Context,
  { conversationId, memory: state, viewer, character, kind, sceneTurn }: DraftJob,
  known: Pick<RecallRequest, 'history' | 'anchor'>,
): Promise<Recalled | null> {
  if (conversationId === null) return null
  const characterId = kind === 'impersonate' ? null : character.id
  const scene = { ownId: sceneTurn?.scene.ownId ?? character.id, nameOf: sceneTurn ? nameIn(sceneTurn.scene) : null }
  const request = { ...known, ...scene, conversationId, state, userId: viewer.id, characterId }
  return recallMemory(context, request).catch((error: unknown) => {
    context.log.error({ err: error, conversation: conversationId }, 'reading the memory of a prompt failed')
    return null
  })
}

/** What the chat began with, of a character that has several greetings. */
function readOpening({ db }: Context, { conversationId, parentId, character }: DraftJob) {
  const { alternateGreetings, groupGreetings } = toFields(character)
  const hasOthers = alternateGreetings.length + groupGreetings.length > 0
  return hasOthers && conversationId && parentId ? findOpening(db, conversationId, parentId) : undefined
}

const isStored = (job: DraftJob): job is ReplyJob => job.kind !== 'impersonate' && job.conversationId !== null

/** Saves where the history of the prompt begins, and its summary, while the model writes. Never rejects. */
function saveAnchor(
  context: Context,
  job: ReplyJob,
  prompt: Prompt,
  history: readonly HistoryMessage[],
): Promise<void> {
  const { db, log } = context
  const { id, conversationId } = job
  return updateAnchor(db, conversationId, { id, anchor: prompt.anchor })
    .then(() => saveAnchorSummary(context, job, prompt, history))
    .catch((error: unknown) => log.error({ err: error, reply: id }, 'saving the anchor of a prompt failed'))
}

/** The labels by which a model may mark the lines of the speaker (in a draft, the player) and of everybody else. */
function namesOf({ character, player: { name }, viewer, kind, sceneTurn }: DraftJob): SpeakerNames {
  const others = sceneTurn ? listOthers(sceneTurn).map((other) => other.name) : []
  const card = toFields(character)
  const account = accountNames(viewer)
  if (kind !== 'impersonate') return speakerNames(card, name, others, account)
  const names = speakerNames(card, name, [], account)
  return { character: names.player, player: [...names.character, ...others] }
}

interface JobHistory {
  history: HistoryMessage[]
  anchor: string | null
  notes: Notes | null
  /** How many messages of the path come before the history. */
  messagesBefore: number
}

/** The messages of the path that the speaker knows, and the anchor of its last prompt. */
async function readJobHistory({ context: { db } }: ChatDeps, job: DraftJob, characters: number): Promise<JobHistory> {
  const { conversationId, parentId, anchor, sceneTurn, viewer, player } = job
  if (sceneTurn) {
    const known = await readSceneHistory(db, sceneTurn, { leafId: parentId, characters, ownName: accountName(viewer) })
    const notes = job.notes ? readNotesDue(job.notes, known.rows) : null
    return { ...known, notes, messagesBefore: known.rows[0]?.depth ?? 0 }
  }
  const rows = conversationId
    ? await readHistory(db, conversationId, parentId, { characters, anchor })
    : (job.history ?? [])
  const said = rows.filter(({ content, status }) => !isBlank(content) && status !== 'redacted')
  const notes = job.notes ? readNotesDue(job.notes, rows) : null
  return { history: withPlayers(viewer, player, said), anchor, notes, messagesBefore: rows[0]?.depth ?? 0 }
}

/** Waits for the classifier, which has its own timeout, unless the server stops or the turn could not be stored. */
async function endCheck({ abortController: { signal } }: LiveReply, check: TurnCheck | null): Promise<void> {
  if (check && signal.reason !== 'shutdown' && signal.reason !== 'lost') await check.end()
}

/**
 * Ends a reply that reached its maximum length with its last whole sentence, unless too little would be left, and
 * closes open quotation marks and asterisks of a reply that ended by itself.
 */
function finishWhole(reply: LiveReply, finish: ModelResult['finish'], existing: string): ModelResult['finish'] {
  // The line of the expression leaves white space before it.
  if (finish === 'stop') reply.text = closeMarks(reply.expression ? reply.text.trimEnd() : reply.text)
  if (finish !== 'length') return finish
  const { text, isCut } = trimToSentence(reply.text, existing.length)
  reply.text = text
  return isCut ? 'length' : 'stop'
}
