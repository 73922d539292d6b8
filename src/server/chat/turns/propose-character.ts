import { ratingInForce } from '#engine/prompt/safety.ts'
import { type ProposedField, proposedFields, readProposal, writeProposalRequest } from '#engine/proposals/proposal.ts'
import { characterScope } from '#server/characters/character-scope.ts'
import { ratingCues, screenCharacter, textOf } from '#server/characters/screen-character.ts'
import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError } from '#server/http/api-error.ts'
import { generateText } from '#server/providers/models/generate-text.ts'
import { tryModels } from '#server/providers/models/model-selector.ts'
import { ModelError, type RemoteModel } from '#server/providers/models/provider.ts'
import { classifyText, unclassified } from '#server/screening/classify-text.ts'
import { hasChatFilter } from '#server/screening/screen-text.ts'
import { blankFields, CharacterFields } from '#shared/characters.ts'
import type { ProposalRequest } from '#shared/turns.ts'
import { chargeTurn, refundTurn } from '../limits/daily-limit.ts'
import type { ChatDeps } from '../replies/chat-deps.ts'
import { explainModelError } from '../replies/outcome-of-error.ts'
import { assertNotDraining } from './begin-turn.ts'

const timeout = 120_000
const temperature = 0.9
/** Of the whole answer, in tokens. */
const maxTokens = 1_500

type Proposal = Partial<Record<ProposedField, string>>

/**
 * Lets the model write texts of a character from an idea, for the author to accept. Nothing is stored. It is charged like a
 * message, and refunded when nothing comes of it.
 */
export async function proposeCharacter(
  chat: ChatDeps,
  author: Viewer,
  { idea, field, written, contentRating }: ProposalRequest,
): Promise<Proposal> {
  const { context } = chat
  assertNotDraining(chat)
  const models = context.models.select(author.account_type).flatMap((model) => (model.builtIn ? [] : [model]))
  const [first, ...others] = models
  if (!first) {
    throw new ApiError('bad_request', {
      message: 'No AI model is connected. The demo program has prepared sentences only, and cannot write characters.',
    })
  }
  if (!characterScope(context, author).own.includes(contentRating)) throw new ApiError('premium_required')
  const fields = { ...blankFields, ...written, contentRating }
  await screenCharacter(context, author, { ...fields, description: `${idea}\n\n${fields.description}` }, null)
  const startedAt = context.clock.now()
  await chargeTurn(context, context.db, author)
  try {
    const wanted = field ? [field] : proposedFields
    const rating = ratingInForce({ contentRating }, hasChatFilter(author))
    const messages = writeProposalRequest({ idea, written, wanted, rating })
    const request = { messages, temperature, maxTokens }
    const answer = await tryModels(
      context.log,
      [first, ...others],
      (model) => generateText(model as RemoteModel, request, AbortSignal.timeout(timeout)),
      () => false,
    )
    const proposal = withinLimits(readProposal(answer, wanted))
    if (Object.keys(proposal).length === 0) {
      throw new ApiError('server_error', {
        message: 'The model has written nothing that can be used. Please try again.',
      })
    }
    await assertAllowed(context, author, { ...fields, ...proposal })
    return proposal
  } catch (error) {
    await refundTurn(context, author.id, startedAt)
    if (!(error instanceof ModelError)) throw error
    context.log.warn({ err: error, cause: error.cause }, 'the model failed to propose a character')
    const { errorType, userMessage, httpStatus } = explainModelError(error)
    throw new ApiError(errorType, { status: httpStatus, message: userMessage })
  }
}

/** The texts that a character can have. */
function withinLimits(proposal: Proposal): Proposal {
  return Object.fromEntries(
    Object.entries(proposal).flatMap(([field, text]) => {
      const { success, data } = CharacterFields.shape[field as ProposedField].safeParse(text)
      return success ? [[field, data]] : []
    }),
  )
}

/** Throws where the character that would result is not allowed. No account is responsible for what a model wrote. */
async function assertAllowed(context: Context, author: Viewer, fields: Parameters<typeof textOf>[0]): Promise<void> {
  const text = textOf(fields, null)
  const isFiltered = hasChatFilter(author)
  const hit = await context.safety.checkInParts('character', text, { isFiltered, contextCues: ratingCues(fields) })
  const { hit: objection, isChecked } = hit
    ? { hit, isChecked: true }
    : await classifyText(context, { surface: 'character', text, isFiltered })
  if (objection && objection.rule.action !== 'help') {
    throw new ApiError('held_back', {
      message: 'The rules of this site do not allow what the model wrote. Change your idea, or try again.',
    })
  }
  if (!isChecked && fields.contentRating !== 'general') throw unclassified()
}
