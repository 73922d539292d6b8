import { expect, it } from 'vitest'
import type { ReplyReceipt } from '#shared/chat.ts'
import { compareReceipts, listGroups } from './receipt-rows.ts'

const receipt: ReplyReceipt = {
  model: 'small',
  usage: null,
  temperature: 0.8,
  settings: { model: 'small', stream: true, temperature: 0.7, top_p: 0.9, stop: ['\nSam:'], options: { min_p: 0.05 } },
  request: null,
  isRequestHidden: false,
  tokens: 900,
  contextTokens: 8192,
  sections: [{ name: 'history', tokens: 500 }],
  dropped: [],
  remembered: [
    { kind: 'fact', text: '- Sam has a key.', isPinned: true, words: [] },
    { kind: 'passage', text: '- Sam: The stove is cold.', isPinned: false, words: ['stove'] },
  ],
  lore: [{ name: 'Reef', isUsed: true, reason: 'key', key: 'reef', cause: '' }],
}

it('lists the settings as they were sent, and why each memory came in', () => {
  const groups = new Map(listGroups(receipt).map(({ title, rows }) => [title, rows]))
  expect(groups.get('What was sent')).toEqual([
    ['The chat', '500'],
    ['Total', '900 of at most 8,192'],
  ])
  expect(groups.get('The model')).toEqual([
    ['Model', 'small'],
    ['Temperature', '0.7'],
    ['Top p', '0.9'],
    ['Stop', '["\\nSam:"]'],
    ['Min p', '0.05'],
  ])
  expect(groups.get('Remembered for this reply')).toEqual([
    ['Fact: Sam has a key.', 'Used: you have pinned it.'],
    ['Earlier message: Sam: The stove is cold.', 'Used: “stove” came up in the newest messages.'],
  ])
})

it('compares two receipts: what changed, and what only one of them has', () => {
  expect(compareReceipts(receipt, receipt)).toEqual([])
  const after: ReplyReceipt = {
    ...receipt,
    sections: [
      { name: 'history', tokens: 600 },
      { name: 'hint', tokens: 9 },
    ],
    lore: [],
    settings: { ...receipt.settings, top_p: 1 },
  }
  expect(compareReceipts(receipt, after)).toEqual([
    {
      title: 'What was sent',
      rows: [
        { label: 'The chat', before: '500', after: '600' },
        { label: 'Your hint', before: null, after: '9' },
      ],
    },
    { title: 'Entries of lorebooks', rows: [{ label: 'Reef', before: 'Used: “reef” is in the text.', after: null }] },
    { title: 'The model', rows: [{ label: 'Top p', before: '0.9', after: '1' }] },
  ])
})
