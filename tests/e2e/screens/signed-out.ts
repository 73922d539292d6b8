import type { EmbeddedCharacter } from '#shared/embeds.ts'
import { type Screen, see, server, statesOf, steps, user } from './screen.ts'

const embedded: EmbeddedCharacter = {
  ...{ id: 'one', name: 'Lorenz Tidewell', category: 'Drama', avatar: '' },
  greeting: '*He holds the lamp a little higher.* “You are early. Good. The fog is early too.”',
}

export const signedOut: readonly Screen[] = statesOf(
  { user: 'signed-out', path: '/' },
  {
    landing: { waitFor: see.heading(/waiting in the wings/), isFullPage: true },
    'character-shared': { path: '/characters/{public}', waitFor: see.heading('Ines Calder'), isFullPage: true },
    'auth-login': { waitFor: see.dialog, act: user.press('Log In') },
    'auth-sign-up': { waitFor: see.dialog, act: user.press('Get Started Free') },
    'auth-recover': {
      waitFor: see.role('textbox', /recovery code/i),
      act: steps(user.press('Log In'), user.press(/forgot/i)),
    },
    'session-ended': {
      path: '/chat',
      waitFor: see.text('Your session has ended.'),
      isAlone: true,
      setUp: (page) => page.addInitScript(() => localStorage.setItem('signed-in', 'true')),
    },
    // A chat whose first reply fails.
    embed: {
      path: '/embed/token',
      setUp: steps(server.answer('**/api/embed/token', embedded), server.answerWithError('**/api/embed/token/chat')),
      waitFor: see.role('alert'),
      act: steps(user.fill(/^Message/, 'Who keeps the lamp?'), user.pressKey('Enter')),
    },
    'embed-unknown': { path: '/embed/unknown', waitFor: see.role('alert') },
    terms: { path: '/terms', waitFor: see.heading('What this is'), isFullPage: true },
    'subscribe-signed-out': { path: '/subscribe', waitFor: see.heading('Why Upgrade?'), isFullPage: true },
  },
)
