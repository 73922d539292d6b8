import { expect, it } from 'vitest'
import type { QuickReply } from '#shared/quick-replies.ts'
import { mergeReplies } from './quick-replies.ts'

const reply = (label: string, text = label): QuickReply => ({ label, text, sendNow: false })
const [wait, look, leave, pour] = [reply('Wait'), reply('Look'), reply('Leave'), reply('Pour')]

it('keeps what two tabs have added, changed and deleted', () => {
  const before = [wait, look, leave]
  const changed = reply('Look', 'I look around.')
  expect(mergeReplies([changed, wait, leave], before, before)).toEqual([changed, wait, leave])
  expect(mergeReplies([wait, changed, leave], before, [look, leave, pour])).toEqual([changed, leave, pour])
  expect(mergeReplies([wait, pour], before, [...before, pour])).toEqual([wait, pour])
})
