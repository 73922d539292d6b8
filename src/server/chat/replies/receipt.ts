import { setImmediate } from 'node:timers/promises'
import { entryName } from '#engine/lore/lorebook.ts'
import type { Prompt, PromptInsert } from '#engine/prompt/input.ts'
import type { Context } from '#server/core/context.ts'
import type { OwnConversationId } from '#server/core/owned-id.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { orNotFound } from '#server/http/api-error.ts'
import type { ReplyReceipt, Usage } from '#shared/chat.ts'
import type { UsedLorebook } from '../lorebooks/lore-of-prompt.ts'
import type { Receipt } from './live-reply.ts'
import { findKnownParts, findReceipt, readParts } from './queries.ts'
import type { ReplyJob } from './reply-job.ts'
import { joinRequest, listPartNumbers, type StoredRequest, settingsOf, splitRequest } from './stored-request.ts'

/** What a prompt was made of, besides what was inserted for it. */
export interface ReceiptDetails extends Pick<Prompt, 'sections' | 'dropped' | 'tokens' | 'temperature'> {
  contextTokens: number
  lore?: ReplyReceipt['lore']
}

/** The most entries of lorebooks in a receipt. */
const maxLore = 100
/** Why an entry whose keys were found was not used. */
const leftOut = new Set(['budget', 'chance', 'group', 'resting'])

/** A request with more messages is not stored: databases limit the values of one statement. */
const maxParts = 5_000

/** `before`: what was inserted for the reply that goes on. */
export function createReceipt(
  prompt: Prompt,
  {
    books,
    contextTokens,
    before = [],
  }: { books: readonly UsedLorebook[]; contextTokens: number; before?: readonly PromptInsert[] },
): Receipt {
  const { sections, dropped, tokens, temperature, anchor, next, inserts } = prompt
  const lore = listLore(prompt.lore, books)
  const details: ReceiptDetails = { sections, dropped, tokens, temperature, contextTokens, lore }
  return {
    anchor_id: anchor,
    next,
    inserts: JSON.stringify([...before, ...inserts]),
    details: JSON.stringify(details),
    request: null,
    parts: [],
  }
}

/**
 * Adds the request that the service was sent to a receipt. The texts of one that is made of a hidden definition are not stored,
 * except for admins. It never rejects.
 */
export async function addRequest(
  { db, log }: Context,
  { id, conversationId, viewer, character }: ReplyJob,
  receipt: Receipt,
  body: object,
): Promise<Receipt> {
  if (!canSeeRequest(viewer, character))
    return { ...receipt, request: JSON.stringify({ body: settingsOf(body), hash: null }) }
  // The request is sent first.
  await setImmediate()
  const { parts: texts, store } = splitRequest(body)
  if (texts.size > maxParts) return receipt
  try {
    // No other request of the conversation adds parts until this reply has ended.
    const { known, last } = await findKnownParts(db, conversationId, [...texts.keys()])
    const numbers = new Map(known.map(({ key, number }) => [key, number]))
    const parts = [...texts]
      .filter(([key]) => !numbers.has(key))
      .map(([key, text], index) => ({ number: last + 1 + index, key, text }))
    for (const { key, number } of parts) numbers.set(key, number)
    return { ...receipt, request: JSON.stringify(store(numbers)), parts }
  } catch (error) {
    log.error({ err: error, reply: id }, 'reading the parts of earlier requests failed')
    return receipt
  }
}

interface Definition {
  owner_id: string | null
  is_definition_public: number | null
}

function canSeeRequest(viewer: Viewer, { owner_id, is_definition_public }: Definition): boolean {
  return viewer.account_type === 'admin' || owner_id === viewer.id || is_definition_public === 1
}

function listLore(outcomes: Prompt['lore'], books: readonly UsedLorebook[]): ReplyReceipt['lore'] {
  const nameOf = ({ book, entry }: Pick<Prompt['lore'][number], 'book' | 'entry'>) => {
    const found = books[book]?.book.entries[entry]
    return found ? entryName(found) : ''
  }
  return outcomes
    .filter(({ isUsed, reason }) => isUsed || leftOut.has(reason))
    .slice(0, maxLore)
    .map((outcome) => {
      const { isUsed, reason, key = '' } = outcome
      const cause = outcomes[outcome.cause ?? -1]
      if (books[outcome.book]?.isHidden) return { name: null, isUsed, reason, key: '', cause: '' }
      const isCauseHidden = !cause || books[cause.book]?.isHidden
      return { name: nameOf(outcome), isUsed, reason, key, cause: isCauseHidden ? '' : nameOf(cause) }
    })
}

/** The receipt of a reply in the viewer's conversation. */
export async function readReceipt(
  { db }: Context,
  viewer: Viewer,
  conversationId: OwnConversationId,
  messageId: string,
): Promise<ReplyReceipt> {
  const row = orNotFound(await findReceipt(db, conversationId, messageId))
  const inserts = JSON.parse(row.inserts) as PromptInsert[]
  const request = row.request === null ? null : (JSON.parse(row.request) as StoredRequest)
  const isHidden = request !== null && (request.hash === null || !canSeeRequest(viewer, row))
  const parts = request && !isHidden ? await readParts(db, conversationId, listPartNumbers(request)) : []
  return {
    lore: [],
    ...(JSON.parse(row.details) as ReceiptDetails),
    model: row.model,
    usage: row.usage === null ? null : (JSON.parse(row.usage) as Usage),
    // Lore is in `lore`, without what a player may not see.
    remembered: inserts.flatMap(({ kind, text, words = [], isPinned = false }) =>
      kind === 'lore' ? [] : [{ kind, text, isPinned, words: [...words] }],
    ),
    settings: request && settingsOf(request.body),
    request: request && joinRequest(request, parts),
    isRequestHidden: isHidden,
  }
}
