import type { Page } from '@playwright/test'

/** Who looks at a screen: a visitor, someone who just joined, or someone with characters and conversations. */
export type Guest = 'visitor' | 'newcomer' | 'regular'

export interface Screen {
  name: string
  guest: Guest
  /** `{conversation}` stands for the regular's conversation. */
  at: string
  /** What must be there before the picture is taken. */
  shows: (page: Page) => ReturnType<Page['getByText']>
  /** What is done first. */
  after?: (page: Page) => Promise<void>
  /** The whole page and not only what fits in the window. */
  whole?: boolean
  /** Without a network. */
  offline?: boolean
}

const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name }).first()
const dialog = (page: Page) => page.getByRole('dialog').first()
const openTab = (name: string) => (page: Page) => page.getByRole('tab', { name }).click()

export const screens: readonly Screen[] = [
  { name: 'landing', guest: 'visitor', at: '/', shows: heading(/waiting in the wings/), whole: true },
  {
    name: 'auth-login',
    guest: 'visitor',
    at: '/',
    shows: dialog,
    after: (page) => page.getByRole('button', { name: 'Log In' }).click(),
  },
  {
    name: 'auth-sign-up',
    guest: 'visitor',
    at: '/',
    shows: dialog,
    after: (page) => page.getByRole('button', { name: 'Get Started Free' }).click(),
  },
  { name: 'subscribe-visitor', guest: 'visitor', at: '/subscribe', shows: heading('Why Upgrade?'), whole: true },
  { name: 'home', guest: 'regular', at: '/', shows: heading(/welcome/i) },
  { name: 'discover', guest: 'regular', at: '/discover', shows: heading('Discover') },
  {
    name: 'discover-nothing',
    guest: 'regular',
    at: '/discover?search=zzzz',
    shows: (page) => page.getByRole('button', { name: /clear/i }).last(),
  },
  { name: 'trending', guest: 'regular', at: '/trending', shows: heading('Trending'), whole: true },
  { name: 'my-characters-empty', guest: 'newcomer', at: '/my-characters', shows: heading('My Characters') },
  { name: 'my-characters', guest: 'regular', at: '/my-characters', shows: (page) => page.getByRole('article').first() },
  { name: 'create-quick-start', guest: 'newcomer', at: '/create', shows: (page) => page.getByRole('tab').first() },
  ...['Basics', 'Personality', 'Storytelling', 'Image'].map(
    (name): Screen => ({
      name: `create-${name.toLowerCase()}`,
      guest: 'newcomer',
      at: '/create',
      shows: (page) => page.getByRole('tabpanel', { name }),
      after: openTab(name),
      whole: true,
    }),
  ),
  { name: 'chat-picker', guest: 'regular', at: '/chat', shows: heading('Select a Character') },
  { name: 'chat', guest: 'regular', at: '/chat/{conversation}', shows: (page) => page.getByRole('log') },
  {
    name: 'chat-conversations',
    guest: 'regular',
    at: '/chat/{conversation}',
    shows: heading('Conversations'),
    after: openConversations,
  },
  { name: 'chat-gone', guest: 'newcomer', at: '/chat/no-such-conversation', shows: (page) => page.getByRole('main') },
  {
    name: 'settings',
    guest: 'regular',
    at: '/settings',
    shows: heading('Account'),
    whole: true,
  },
  { name: 'subscribe', guest: 'regular', at: '/subscribe', shows: heading('Why Upgrade?'), whole: true },
  { name: 'pricing', guest: 'regular', at: '/pricing', shows: (page) => page.getByText('$9.99').first(), whole: true },
  { name: 'admin-denied', guest: 'regular', at: '/admin', shows: heading('Access Denied') },
  { name: 'not-found', guest: 'regular', at: '/no/such/page', shows: (page) => page.getByRole('main') },
  { name: 'palette', guest: 'regular', at: '/', shows: dialog, after: (page) => page.keyboard.press('Control+k') },
  { name: 'shortcuts', guest: 'regular', at: '/', shows: dialog, after: (page) => page.keyboard.press('?') },
  {
    name: 'character-sheet',
    guest: 'regular',
    at: '/',
    shows: dialog,
    after: (page) => chooseFromCard(page, 'About and rate'),
  },
  { name: 'report', guest: 'regular', at: '/', shows: dialog, after: (page) => chooseFromCard(page, 'Report') },
  { name: 'offline', guest: 'regular', at: '/', shows: heading('You are offline'), offline: true },
]

async function openConversations(page: Page) {
  const button = page.getByRole('button', { name: 'Conversations' })
  if (!(await button.isVisible())) await page.getByRole('button', { name: 'More', exact: true }).click()
  await button
    .or(page.getByRole('menuitem', { name: 'Conversations' }))
    .first()
    .click()
}

async function chooseFromCard(page: Page, item: string) {
  await page
    .getByRole('button', { name: /^More about/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: item }).click()
}
