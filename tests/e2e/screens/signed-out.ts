import type { Page } from '@playwright/test'
import type { EmbeddedCharacter } from '#shared/embeds.ts'
import { answerWithError, dialog, heading, press, type Screen, text } from './screen.ts'

const alert = (page: Page) => page.getByRole('alert')

export const signedOut: readonly Screen[] = [
  { name: 'landing', user: 'signed-out', path: '/', waitFor: heading(/waiting in the wings/), isFullPage: true },
  {
    name: 'character-shared',
    user: 'signed-out',
    path: '/characters/{public}',
    waitFor: heading('Ines Calder'),
    isFullPage: true,
  },
  { name: 'auth-login', user: 'signed-out', path: '/', waitFor: dialog, act: press('Log In') },
  { name: 'auth-sign-up', user: 'signed-out', path: '/', waitFor: dialog, act: press('Get Started Free') },
  {
    name: 'auth-recover',
    user: 'signed-out',
    path: '/',
    waitFor: (page) => page.getByLabel(/recovery code/i),
    async act(page) {
      await press('Log In')(page)
      await page.getByRole('button', { name: /forgot/i }).click()
    },
  },
  {
    name: 'session-ended',
    user: 'signed-out',
    path: '/chat',
    waitFor: text('Your session has ended.'),
    isAlone: true,
    setUp: (page) => page.addInitScript(() => localStorage.setItem('signed-in', 'true')),
  },
  {
    name: 'embed',
    user: 'signed-out',
    path: '/embed/token',
    setUp: showEmbed,
    waitFor: alert,
    async act(page) {
      await page.getByRole('textbox').fill('Who keeps the lamp?')
      await page.keyboard.press('Enter')
    },
  },
  { name: 'embed-unknown', user: 'signed-out', path: '/embed/unknown', waitFor: alert },
  { name: 'terms', user: 'signed-out', path: '/terms', waitFor: heading('What this is'), isFullPage: true },
  {
    name: 'subscribe-signed-out',
    user: 'signed-out',
    path: '/subscribe',
    waitFor: heading('Why Upgrade?'),
    isFullPage: true,
  },
]

/** A chat whose first reply fails. */
async function showEmbed(page: Page) {
  const greeting = '*He holds the lamp a little higher.* “You are early. Good. The fog is early too.”'
  const character = { id: 'one', name: 'Lorenz Tidewell', category: 'Drama', avatar: '', greeting }
  await page.route('**/api/embed/token', (route) => route.fulfill({ json: character satisfies EmbeddedCharacter }))
  await answerWithError('**/api/embed/token/chat')(page)
}
