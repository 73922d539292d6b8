import { charName } from '#engine/cards/character.ts'
import { isBlank } from '#engine/is-blank.ts'
import { extractMemory } from '#engine/memory/extract-memory.ts'
import {
  readSummary,
  type SummaryInput,
  type WrittenMemory,
  writeSummaryRequest,
} from '#engine/memory/summary-request.ts'
import { toFields } from '#server/characters/character-columns.ts'
import { characterScope } from '#server/characters/character-scope.ts'
import { type CharacterRow, findCharacterOf } from '#server/characters/queries.ts'
import { withKeptRevision } from '#server/characters/revisions/revision.ts'
import type { Context } from '#server/core/context.ts'
import type { RunningJob } from '#server/core/jobs/job-queue.ts'
import type { OwnConversationId } from '#server/core/owned-id.ts'
import type { Account } from '#server/core/viewer.ts'
import { ApiError } from '#server/http/api-error.ts'
import { generateText } from '#server/providers/models/generate-text.ts'
import { tryModels } from '#server/providers/models/model-selector.ts'
import { ModelError, type ModelProvider } from '#server/providers/models/provider.ts'
import { classifyText } from '#server/screening/classify-text.ts'
import { hasChatFilter } from '#server/screening/screen-text.ts'
import { accountName, chatCues, isMatureChat } from '../../personas/player.ts'
import { listParticipants } from '../../scenes/queries.ts'
import type { SceneConversation } from '../../scenes/scene.ts'
import { findPresent } from '../../screening/screen-conversation.ts'
import type { ConversationRow } from '../../tree/queries.ts'
import { type BlockRow, listFacts, type MessageText } from '../queries.ts'
import { isReplacedWith } from './store-block.ts'

export interface JobConversation extends SceneConversation, Pick<ConversationRow, 'persona_id'> {
  /** Its owner. */
  account: Account
}

export interface BlockInput {
  conversation: JobConversation
  /** The blocks before it on its path, the newest first. */
  previous: readonly BlockRow[]
  messages: readonly MessageText[]
  /** The ids of the messages up to the end of its path. */
  path: ReadonlySet<string>
}

const timeoutMs = 180_000
const temperature = 0.3
const maxTokens = 700

/**
 * Writes the summary up to the end of a block, and its facts, with the model of the conversation's account. Null when the
 * character is gone, the safety policy holds the text back, or the model has failed for the last time.
 */
export async function writeMemory(context: Context, job: RunningJob, input: BlockInput): Promise<WrittenMemory | null> {
  const { conversation } = input
  const scope = characterScope(context, conversation.account)
  const found = await findCharacterOf(context.db, scope, conversation.character_id, conversation.id)
  if (!found) return null
  const character = withKeptRevision(found)
  const request = await toRequest(context, character, input)
  try {
    const written = await generate(context, job, conversation, request)
    return (await isAllowed(context, conversation, character, written)) ? written : null
  } catch (error) {
    if (!job.isLastAttempt || !(error instanceof ModelError)) throw error
    context.log.warn({ err: error, conversation: conversation.id }, 'a part of a memory stays without a summary')
    return null
  }
}

async function toRequest(context: Context, character: CharacterRow, input: BlockInput): Promise<SummaryInput> {
  const { conversation, previous, messages, path } = input
  // Facts of other branches may have been said in front of other characters, and would get into this summary.
  const facts = (await listFacts(context.db, conversation.id)).filter(
    (fact) => (JSON.parse(fact.sources) as string[]).every((id) => path.has(id)) && !isReplacedWith(messages, fact),
  )
  const names = await readNames(context.db, conversation.id, messages)
  return {
    names: { user: accountName(conversation.account), char: charName(toFields(character)) },
    previous: previous.find(({ summary }) => summary !== '')?.summary ?? '',
    knownFacts: facts.map(({ text }) => text),
    messages: messages
      .filter(({ status, content }) => status !== 'redacted' && !isBlank(content))
      .map(({ id, role, content, persona_name, speaker_id }) => {
        return { id, role, content, name: persona_name ?? names.get(speaker_id ?? '') ?? null }
      }),
  }
}

/** The names of the characters of a scene, where another one than the conversation's own says something. */
async function readNames(db: Context['db'], id: OwnConversationId, messages: readonly MessageText[]) {
  if (messages.every(({ speaker_id }) => speaker_id === null)) return new Map<string, string>()
  const participants = await listParticipants(db, id)
  return new Map(participants.map(({ character_id, character_name }) => [character_id, character_name]))
}

function generate(
  context: Context,
  { signal }: RunningJob,
  conversation: JobConversation,
  request: SummaryInput,
): Promise<WrittenMemory> {
  const attempt = async (model: ModelProvider): Promise<WrittenMemory> => {
    if (model.builtIn) return extractMemory(request)
    const messages = writeSummaryRequest(request)
    const stopping = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
    const text = await generateText(model, { messages, temperature, maxTokens }, stopping)
    const ids = request.messages.map(({ id }) => id)
    return readSummary(text, ids, request.knownFacts)
  }
  return tryModels(context.log, context.models.select(conversation.account.account_type), attempt, () => false)
}

/** Whether the rules and the classifier let a text of the model pass, as they would a reply. */
async function isAllowed(
  context: Context,
  conversation: JobConversation,
  character: CharacterRow,
  { summary, facts }: WrittenMemory,
): Promise<boolean> {
  const text = [summary, ...facts.map((fact) => fact.text)].join('\n')
  const isFiltered = hasChatFilter(conversation.account)
  const present = await findPresent(context, conversation.account, character, conversation).catch((error: unknown) => {
    // The persona is not allowed in this chat.
    if (error instanceof ApiError) return null
    throw error
  })
  if (!present) return false
  const contextCues = chatCues(context, present, present.player)
  const hit = context.safety.check('reply', text, { isFiltered, contextCues })
  const classified = hit ? null : await classifyText(context, { surface: 'reply', text, isFiltered })
  if (classified && !classified.isChecked && isMatureChat(present)) {
    throw new Error('the classifier did not answer, and a mature chat needs it')
  }
  const held = hit ?? classified?.hit
  if (held)
    context.log.warn({ rule: held.rule.id, conversation: conversation.id }, 'the text of a memory was held back')
  return !held
}
