import type { Page } from '@playwright/test'
import { broken, dialog, heading, type Screen, silent } from '../screen.ts'

export const chat: readonly Screen[] = [
  { name: 'chat-picker', guest: 'regular', at: '/chat', shows: heading('Select a Character') },
  { name: 'chat', guest: 'regular', at: '/chat/{conversation}', shows: (page) => page.getByRole('log') },
  {
    name: 'chat-loading',
    guest: 'regular',
    at: '/chat/{conversation}',
    shows: (page) => page.getByText('Opening the conversation'),
    before: silent('**/api/conversations/**'),
    hasty: true,
  },
  {
    name: 'chat-waiting',
    guest: 'regular',
    at: '/chat/{conversation}',
    shows: (page) => page.getByRole('button', { name: 'Stop' }),
    before: silent('**/api/chat'),
    after: (page) => say(page, 'And then?'),
    hasty: true,
  },
  {
    name: 'chat-error',
    guest: 'regular',
    at: '/chat/{conversation}',
    shows: (page) => page.getByRole('button', { name: 'Try again' }),
    before: broken('**/api/chat'),
    after: (page) => say(page, 'And then?'),
  },
  { name: 'chat-own', guest: 'regular', at: '/chat?character={own}', shows: (page) => page.getByRole('log') },
  { name: 'chat-long-name', guest: 'regular', at: '/chat?character={long}', shows: (page) => page.getByRole('log') },
  { name: 'chat-premium', guest: 'premium', at: '/chat?character={public}', shows: (page) => page.getByRole('log') },
  {
    name: 'chat-conversations',
    guest: 'regular',
    at: '/chat/{conversation}',
    shows: heading('Conversations'),
    after: openConversations,
  },
  {
    name: 'chat-report-line',
    guest: 'regular',
    at: '/chat/{conversation}',
    shows: dialog,
    after: (page) =>
      page
        .getByRole('button', { name: /report/i })
        .first()
        .click(),
  },
  { name: 'chat-gone', guest: 'newcomer', at: '/chat/no-such-conversation', shows: (page) => page.getByRole('main') },
]

async function say(page: Page, words: string) {
  await page.getByRole('textbox', { name: /^Message/ }).fill(words)
  await page.getByRole('button', { name: 'Send' }).click()
}

async function openConversations(page: Page) {
  const button = page.getByRole('button', { name: 'Conversations' })
  if (!(await button.isVisible())) await page.getByRole('button', { name: 'More', exact: true }).click()
  await button
    .or(page.getByRole('menuitem', { name: 'Conversations' }))
    .first()
    .click()
}
