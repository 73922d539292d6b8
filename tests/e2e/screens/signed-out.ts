import { dialog, heading, press, type Screen, text } from './screen.ts'

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
  { name: 'terms', user: 'signed-out', path: '/terms', waitFor: heading('What this is'), isFullPage: true },
  {
    name: 'subscribe-signed-out',
    user: 'signed-out',
    path: '/subscribe',
    waitFor: heading('Why Upgrade?'),
    isFullPage: true,
  },
]
