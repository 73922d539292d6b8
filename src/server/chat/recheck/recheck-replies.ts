import { publishChange } from '#server/core/account-events.ts'
import type { Context } from '#server/core/context.ts'
import type { PolicyFlag } from '#server/core/policy-flag.ts'
import { announceAlerts, raiseFlag } from '#server/moderation/raise-flag.ts'
import type { Hit } from '#server/safety/rules/text-guard.ts'
import { classifyText } from '#server/screening/classify-text.ts'
import { scheduleRecheck } from '#server/screening/schedule-recheck.ts'
import { hasChatFilter } from '#server/screening/screen-text.ts'
import { flagCrisis } from '../replies/answer-crisis.ts'
import { flagMessage, redactUserMessage } from '../replies/apply-verdict.ts'
import { flagReply, heldBackEnd } from '../replies/hold-reply.ts'
import { lockConversationRow } from '../tree/queries.ts'
import { listUncheckedReplies, settleUnchecked, type UncheckedReply } from './queries.ts'

/**
 * Classifies the replies for which the classifier did not answer, once it is back, and removes those that it objects
 * to, with the explanation that they would have had. Replies are marked in the database, so this survives a restart; of
 * two instances that check the same reply, one settles it. Returns a function that stops it.
 */
export function scheduleReplyRecheck(context: Context): () => Promise<void> {
  return scheduleRecheck(context, {
    name: 'the recheck of replies',
    limit: 100,
    list: (page) => listUncheckedReplies(context.db, page),
    recheck: (row) => recheck(context, row),
  })
}

async function recheck(context: Context, row: UncheckedReply): Promise<void> {
  const isFiltered = hasChatFilter(row)
  const [message, reply] = await Promise.all([
    classifyText(context, { surface: 'message', text: row.input ?? '', isFiltered }),
    classifyText(context, { surface: 'reply', text: row.content, isFiltered }),
  ])
  const isHelp = message.hit?.rule.action === 'help'
  if (message.hit && !isHelp) return settle(context, row, { of: 'message', hit: message.hit })
  if (reply.hit) return settle(context, row, { of: 'reply', hit: reply.hit })
  if (!message.isChecked || !reply.isChecked) return
  return settle(context, row, message.hit && { of: 'crisis', hit: message.hit })
}

interface Finding {
  of: 'message' | 'reply' | 'crisis'
  hit: Hit
}

async function settle(context: Context, row: UncheckedReply, finding: Finding | null): Promise<void> {
  const now = context.clock.now()
  const isHeld = finding !== null && finding.of !== 'crisis'
  const error = isHeld ? heldBackEnd(finding.of === 'reply' ? 'reply' : 'sent', finding.hit) : null
  const isSettled = await context.transact(async (trx) => {
    if (isHeld) await lockConversationRow(trx, row.conversation_id)
    if (!(await settleUnchecked(trx, row, { error, now }))) return false
    if (finding?.of === 'message' && row.parent_id !== null) await redactUserMessage(trx, row.parent_id, now)
    const flag = finding && flagOf(context, row, finding)
    if (flag) await raiseFlag(context, trx, { source: 'policy', ...flag })
    return true
  })
  if (!isSettled || !finding) return
  announceAlerts(context)
  if (isHeld) publishChange(context, row.user_id, { conversationId: row.conversation_id, replyId: null, tabId: null })
}

function flagOf(context: Context, row: UncheckedReply, { of, hit }: Finding): PolicyFlag | null {
  if (hit.rule.action === 'filter') return null
  const { id, conversation_id: conversationId, content, input, model } = row
  const viewer = { ...row, id: row.user_id }
  const character = { ...row, id: row.character_id, name: row.character_name }
  const turn = { id, conversationId, viewer, character }
  if (of === 'reply') return flagReply(context, turn, { hit, content, model: model ?? '' })
  if (of === 'message') return flagMessage(context, turn, { hit, text: input ?? '' })
  return context.env.crisisFlags ? flagCrisis(context, turn, { hit, text: input ?? '' }) : null
}
