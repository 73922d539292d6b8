import { expect, test } from 'vitest'
import { storeBlock } from '#server/chat/memory/jobs/store-block.ts'
import { type BlockRow, bumpMemoryVersion, listBlocks, readTexts, updateBlock } from '#server/chat/memory/queries.ts'
import { redactUserMessage } from '#server/chat/replies/apply-verdict.ts'
import { lockConversation } from '#server/chat/tree/versions/queries.ts'
import type { Queryable } from '#server/core/context.ts'
import type { JobRow } from '#server/core/jobs/queries.ts'
import type { OwnConversationId } from '#server/core/owned-id.ts'
import { applyDecisions } from '#server/moderation/enforcement/apply-decisions.ts'
import { countLockWaits } from '#tests/support/lock-waits.ts'
import { fillConversation } from '#tests/support/long-conversation.ts'
import { createCharacter, createSharedApp, waitForReplies } from '#tests/support/test-app.ts'

/** Two transactions that change a conversation, its messages and its memory may wait for each other in one direction only. */

const app = await createSharedApp()
const player = await app.signUp()

interface Remembered {
  id: OwnConversationId
  messageId: string
  block: BlockRow
  job: { row: JobRow }
}

/** A conversation with a block of memory, whose job this test holds. */
async function startRemembered(): Promise<Remembered> {
  const { context } = app
  const { id: characterId } = await createCharacter(player)
  const { conversation } = await player.begin(characterId)
  const id = conversation.id as OwnConversationId
  const turn = await player.chat(characterId, 'The key.', { conversationId: id })
  await waitForReplies(app)
  await fillConversation(context, id, 4)
  const page = await player.conversation(id)
  const ids = page.messages.map((message) => message.id)
  const now = context.clock.now()
  const lease = { lease_id: context.ids.uuid(), leased_until: now + 600_000, attempts: 1 }
  const row = {
    kind: 'memory' as const,
    key: id,
    payload: JSON.stringify({ leafId: ids.at(-1) ?? '', historyTokens: 2_000 }),
    due_at: now,
    created_at: now,
    ...lease,
  }
  await context.db.insertInto('jobs').values(row).execute()
  const job = { row }
  const messages = await readTexts(context.db, id, ids)
  const written = { summary: 'A key.', facts: [{ text: 'There is a key.', sources: [turn.userMessageId ?? ''] }] }
  await storeBlock(context, job, { conversationId: id, messages, previous: null, written, ownId: characterId })
  const [block] = await listBlocks(context.db, id)
  if (!block) throw new Error('no block')
  return { id, messageId: turn.userMessageId ?? '', block, job }
}

/** Resolves when a transaction of this database waits for a lock. */
async function waitForLock(): Promise<void> {
  await expect.poll(() => countLockWaits(app.context.db)).toBe(1)
}

/**
 * Runs a transaction that locks with `first`, waits until `other` waits for it, and goes on with `second`. PostgreSQL ends one of
 * the two when `other` holds what `second` needs.
 */
async function interleave(
  { first, second }: Record<'first' | 'second', (trx: Queryable) => Promise<unknown>>,
  other: () => Promise<unknown>,
): Promise<void> {
  let waiting: Promise<unknown> = Promise.resolve()
  const own = app.context.transact(async (trx) => {
    await first(trx)
    waiting = other()
    waiting.catch(() => {})
    await waitForLock()
    await second(trx)
  })
  expect((await Promise.allSettled([own, own.then(() => waiting)])).map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
  ])
}

/** What a correction of the summary does, and a deletion of the message. */
const correct = ({ id, block }: Remembered) => ({
  first: (trx: Queryable) => bumpMemoryVersion(trx, id),
  second: (trx: Queryable) => updateBlock(trx, { conversation_id: id, id: block.id }, { summary: 'A lost key.' }),
})
const hide = ({ id, messageId }: Remembered) => ({
  first: (trx: Queryable) => lockConversation(trx, player.id, id),
  second: (trx: Queryable) =>
    trx.updateTable('messages').set({ hidden_at: 1, hidden_by: messageId }).where('id', '=', messageId).execute(),
})

const redactedAlone = ({ messageId }: Remembered) =>
  app.change('messages', { id: messageId }, { content: '', status: 'redacted' })
const settled = async ({ messageId }: Remembered) => {
  const { context } = app
  await context.db
    .insertInto('removed_content')
    .values({
      target_type: 'message',
      target_id: messageId,
      original: '{"content":"The key.","status":"complete"}',
      created_at: 0,
    })
    .execute()
  await context.db
    .updateTable('messages')
    .set({ content: '', status: 'redacted' })
    .where('id', '=', messageId)
    .execute()
  return () => context.transact((trx) => applyDecisions(context, trx, { type: 'message', id: messageId }))
}

test('a correction of the memory and a message that loses its text', async () => {
  const remembered = await startRemembered()
  await interleave(correct(remembered), () => redactedAlone(remembered))
})

test('a deletion and a message that moderators restore', async () => {
  const remembered = await startRemembered()
  const settle = await settled(remembered)
  await interleave(hide(remembered), settle)
})

test('a deletion and a message that is removed', async () => {
  const remembered = await startRemembered()
  const { context } = app
  await interleave(hide(remembered), () =>
    context.transact((trx) => redactUserMessage(trx, remembered.messageId, context.clock.now())),
  )
})

test('a correction of the memory and a job that writes the same part again', async () => {
  const remembered = await startRemembered()
  const { id, block, job } = remembered
  const messages = await readTexts(app.context.db, id, [block.first_message_id, block.last_message_id])
  const written = { summary: 'Two keys.', facts: [] }
  await interleave(correct(remembered), () =>
    storeBlock(app.context, job, { conversationId: id, messages, previous: null, written, ownId: '', stale: block }),
  )
})
