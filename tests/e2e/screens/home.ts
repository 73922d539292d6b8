import type { Page } from '@playwright/test'
import { answerWithError, button, dialog, heading, main, neverAnswer, press, type Screen } from './screen.ts'

const card = (page: Page) => page.getByRole('article').first()

/** Home, the galleries, and the dialogs over them. */
export const home: readonly Screen[] = [
  {
    name: 'home-starting',
    path: '/',
    waitFor: heading(/welcome/i),
    setUp: neverAnswer('**/assets/*.js'),
    isTransient: true,
  },
  { name: 'home', path: '/', waitFor: card },
  { name: 'home-newcomer', user: 'new-user', path: '/', waitFor: card },
  {
    name: 'home-collapsed-sidebar',
    path: '/',
    waitFor: button('Expand sidebar'),
    act: press('Collapse sidebar'),
    only: 'desktop',
  },
  { name: 'menu', path: '/', waitFor: dialog, act: press('Open menu'), only: 'phone' },
  { name: 'discover', path: '/discover', waitFor: card },
  {
    name: 'discover-empty',
    path: '/discover?search=zzzz',
    waitFor: (page) => page.getByRole('button', { name: /clear/i }).last(),
  },
  {
    name: 'discover-loading',
    path: '/discover',
    waitFor: heading('Discover'),
    setUp: neverAnswer('**/api/characters/public*'),
    isTransient: true,
  },
  {
    name: 'discover-error',
    path: '/discover',
    waitFor: button('Try again'),
    setUp: answerWithError('**/api/characters/public*'),
  },
  { name: 'trending', path: '/trending', waitFor: card, isFullPage: true },
  { name: 'my-characters', path: '/my-characters', waitFor: card },
  { name: 'admin-denied', path: '/admin', waitFor: heading('Access Denied') },
  { name: 'not-found', path: '/no/such/page', waitFor: main },
  { name: 'palette', path: '/', waitFor: dialog, act: (page) => page.keyboard.press('Control+k') },
  { name: 'shortcuts', path: '/', waitFor: dialog, act: (page) => page.keyboard.press('?') },
  {
    name: 'character-sheet',
    path: '/',
    waitFor: dialog,
    act: (page) => chooseFromCard(page, 'About and rate'),
  },
  { name: 'character-page', path: '/characters/{public}', waitFor: heading('Ines Calder'), isFullPage: true },
  { name: 'character-page-own', path: '/characters/{own}', waitFor: button('Duplicate'), isFullPage: true },
  { name: 'character-page-missing', path: '/characters/none', waitFor: heading('Character not found') },
  { name: 'report', path: '/', waitFor: dialog, act: (page) => chooseFromCard(page, 'Report') },
  { name: 'offline', path: '/', waitFor: heading('You are offline'), isOffline: true },
  {
    name: 'unreachable',
    path: '/discover',
    waitFor: heading("Can't reach the server"),
    setUp: answerWithError('**/api/auth/me'),
  },
]

async function chooseFromCard(page: Page, item: string) {
  await page
    .getByRole('button', { name: /^More about/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: item }).click()
}
