import { expect, test } from 'vitest'
import type { ErrorBody } from '#shared/errors.ts'
import { type QuickReplies, type QuickReply, quickReplyLimits } from '#shared/quick-replies.ts'
import { downloadAccountData } from '#tests/support/account-data.ts'
import { createSharedApp } from '#tests/support/test-app.ts'

const app = await createSharedApp()

const wait: QuickReply = { label: 'Wait', text: '*{{user}} waits.*', sendNow: true }
const look: QuickReply = { label: 'Look', text: '*I look around.*', sendNow: false }

test('quick replies are saved in their order, for their account alone', async () => {
  const [client, other] = [await app.signUp(), await app.signUp()]
  expect(await client.get<QuickReplies>('/api/quick-replies')).toEqual({ replies: [] })
  await client.put('/api/quick-replies', { replies: [wait, look] })
  await client.put('/api/quick-replies', { replies: [look, wait] })
  expect(await client.get<QuickReplies>('/api/quick-replies')).toEqual({ replies: [look, wait] })
  expect(await other.get<QuickReplies>('/api/quick-replies')).toEqual({ replies: [] })
  expect(await downloadAccountData(client)).toMatchObject({ quickReplies: [look, wait] })
})

test.each([
  ['without a label', [{ ...wait, label: ' ' }]],
  ['without a text', [{ ...wait, text: '' }]],
  ['with a long label', [{ ...wait, label: 'x'.repeat(quickReplyLimits.label + 1) }]],
  ['beyond their number', Array.from({ length: quickReplyLimits.perAccount + 1 }, () => wait)],
])('quick replies %s are refused, and those that are saved stay', async (_, replies) => {
  const client = await app.signUp()
  await client.put('/api/quick-replies', { replies: [look] })
  const { status, body } = await client.request<ErrorBody>('PUT', '/api/quick-replies', { replies })
  expect([status, body.code]).toEqual([400, 'validation_failed'])
  expect(await client.get<QuickReplies>('/api/quick-replies')).toEqual({ replies: [look] })
})
