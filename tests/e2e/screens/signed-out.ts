import type { EmbeddedCharacter } from '#shared/embeds.ts'
import {
  answer,
  answerWithError,
  dialog,
  fill,
  heading,
  press,
  pressKey,
  role,
  type Screen,
  statesOf,
  steps,
  text,
} from './screen.ts'

const embedded: EmbeddedCharacter = {
  ...{ id: 'one', name: 'Lorenz Tidewell', category: 'Drama', avatar: '' },
  greeting: '*He holds the lamp a little higher.* “You are early. Good. The fog is early too.”',
}

export const signedOut: readonly Screen[] = statesOf(
  { user: 'signed-out', path: '/' },
  {
    landing: { waitFor: heading(/waiting in the wings/), isFullPage: true },
    'character-shared': { path: '/characters/{public}', waitFor: heading('Ines Calder'), isFullPage: true },
    'auth-login': { waitFor: dialog, act: press('Log In') },
    'auth-sign-up': { waitFor: dialog, act: press('Get Started Free') },
    'auth-recover': { waitFor: role('textbox', /recovery code/i), act: steps(press('Log In'), press(/forgot/i)) },
    'session-ended': {
      path: '/chat',
      waitFor: text('Your session has ended.'),
      isAlone: true,
      setUp: (page) => page.addInitScript(() => localStorage.setItem('signed-in', 'true')),
    },
    // A chat whose first reply fails.
    embed: {
      path: '/embed/token',
      setUp: steps(answer('**/api/embed/token', embedded), answerWithError('**/api/embed/token/chat')),
      waitFor: role('alert'),
      act: steps(fill(/^Message/, 'Who keeps the lamp?'), pressKey('Enter')),
    },
    'embed-unknown': { path: '/embed/unknown', waitFor: role('alert') },
    terms: { path: '/terms', waitFor: heading('What this is'), isFullPage: true },
    'subscribe-signed-out': { path: '/subscribe', waitFor: heading('Why Upgrade?'), isFullPage: true },
  },
)
