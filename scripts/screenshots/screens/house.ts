import type { Page } from '@playwright/test'
import { broken, dialog, heading, press, type Screen, silent } from '../screen.ts'

const card = (page: Page) => page.getByRole('article').first()

/** Home, the galleries, and what opens over them. */
export const house: readonly Screen[] = [
  {
    name: 'home-starting',
    guest: 'regular',
    at: '/',
    shows: heading(/welcome/i),
    before: silent('**/assets/*.js'),
    hasty: true,
  },
  { name: 'home', guest: 'regular', at: '/', shows: card },
  {
    name: 'home-folded',
    guest: 'regular',
    at: '/',
    shows: (page) => page.getByRole('button', { name: 'Expand sidebar' }),
    after: press('Collapse sidebar'),
    only: 'desk',
  },
  { name: 'menu', guest: 'regular', at: '/', shows: dialog, after: press('Open menu'), only: 'phone' },
  { name: 'discover', guest: 'regular', at: '/discover', shows: card },
  { name: 'discover-premium', guest: 'premium', at: '/discover', shows: card },
  {
    name: 'discover-nothing',
    guest: 'regular',
    at: '/discover?search=zzzz',
    shows: (page) => page.getByRole('button', { name: /clear/i }).last(),
  },
  {
    name: 'discover-loading',
    guest: 'regular',
    at: '/discover',
    shows: heading('Discover'),
    before: silent('**/api/characters/public*'),
    hasty: true,
  },
  {
    name: 'discover-broken',
    guest: 'regular',
    at: '/discover',
    shows: (page) => page.getByRole('button', { name: 'Try again' }),
    before: broken('**/api/characters/public*'),
  },
  { name: 'discover-long-name', guest: 'regular', at: '/discover?search=Honourable', shows: heading(/Honourable/) },
  { name: 'trending', guest: 'regular', at: '/trending', shows: card, whole: true },
  { name: 'my-characters-empty', guest: 'newcomer', at: '/my-characters', shows: heading('My Characters') },
  { name: 'my-characters', guest: 'regular', at: '/my-characters', shows: card },
  {
    name: 'my-characters-broken',
    guest: 'regular',
    at: '/my-characters',
    shows: (page) => page.getByRole('button', { name: 'Try again' }),
    before: broken('**/api/characters'),
  },
  { name: 'admin-denied', guest: 'regular', at: '/admin', shows: heading('Access Denied') },
  { name: 'admin', guest: 'admin', at: '/admin', shows: (page) => page.getByRole('heading', { level: 1 }) },
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
  {
    name: 'unreachable',
    guest: 'regular',
    at: '/discover',
    shows: heading('We cannot reach the house'),
    before: broken('**/api/auth/me'),
  },
]

async function chooseFromCard(page: Page, item: string) {
  await page
    .getByRole('button', { name: /^More about/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: item }).click()
}
