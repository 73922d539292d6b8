import { type Screen, see, server, statesOf, steps, user } from './screen.ts'

const chooseFromCard = (item: string) => steps(user.press(/^More about/), user.choose(item))

/** Home, the galleries, and the dialogs over them. */
export const home: readonly Screen[] = [
  ...statesOf(
    { path: '/' },
    {
      'home-starting': {
        waitFor: (page) => page.getByText('Loading Troupe'),
        setUp: server.neverAnswer('**/assets/*.js'),
        isTransient: true,
      },
      home: { waitFor: see.card },
      'home-newcomer': { user: 'new-user', waitFor: see.card },
      'home-collapsed-sidebar': {
        waitFor: see.button('Expand sidebar'),
        act: user.press('Collapse sidebar'),
        only: 'desktop',
      },
      menu: { waitFor: see.dialog, act: user.press('Open menu'), only: 'phone' },
      palette: { waitFor: see.dialog, act: user.pressKey('Control+k') },
      shortcuts: { waitFor: see.dialog, act: user.pressKey('?') },
      'character-sheet': { waitFor: see.dialog, act: chooseFromCard('About and rate') },
      report: { waitFor: see.dialog, act: chooseFromCard('Report') },
      offline: { waitFor: see.heading("Can't reach the server"), isOffline: true },
    },
  ),
  ...statesOf(
    { path: '/discover' },
    {
      discover: { waitFor: see.card },
      'discover-empty': {
        path: '/discover?search=zzzz',
        waitFor: (page) => page.getByRole('button', { name: /clear/i }).last(),
      },
      'discover-loading': {
        waitFor: see.heading('Discover'),
        setUp: server.neverAnswer('**/api/characters/public*'),
        isTransient: true,
      },
      'discover-error': {
        waitFor: see.button('Try again'),
        setUp: server.answerWithError('**/api/characters/public*'),
      },
      unreachable: { waitFor: see.heading("Can't reach the server"), setUp: server.answerWithError('**/api/auth/me') },
    },
  ),
  { name: 'trending', path: '/trending', waitFor: see.card, isFullPage: true },
  { name: 'my-characters', path: '/my-characters', waitFor: see.card },
  { name: 'admin-denied', path: '/admin', waitFor: see.heading('Access Denied') },
  { name: 'not-found', path: '/no/such/page', waitFor: see.main },
  { name: 'character-page', path: '/characters/{public}', waitFor: see.heading('Ines Calder'), isFullPage: true },
  { name: 'character-page-own', path: '/characters/{own}', waitFor: see.button('Duplicate'), isFullPage: true },
  { name: 'character-page-missing', path: '/characters/none', waitFor: see.heading('Character not found') },
]
