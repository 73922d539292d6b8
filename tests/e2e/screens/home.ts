import {
  answerWithError,
  button,
  card,
  choose,
  dialog,
  heading,
  main,
  neverAnswer,
  press,
  pressKey,
  type Screen,
  statesOf,
  steps,
} from './screen.ts'

const chooseFromCard = (item: string) => steps(press(/^More about/), choose(item))

/** Home, the galleries, and the dialogs over them. */
export const home: readonly Screen[] = [
  ...statesOf(
    { path: '/' },
    {
      'home-starting': { waitFor: heading(/welcome/i), setUp: neverAnswer('**/assets/*.js'), isTransient: true },
      home: { waitFor: card },
      'home-newcomer': { user: 'new-user', waitFor: card },
      'home-collapsed-sidebar': {
        waitFor: button('Expand sidebar'),
        act: press('Collapse sidebar'),
        only: 'desktop',
      },
      menu: { waitFor: dialog, act: press('Open menu'), only: 'phone' },
      palette: { waitFor: dialog, act: pressKey('Control+k') },
      shortcuts: { waitFor: dialog, act: pressKey('?') },
      'character-sheet': { waitFor: dialog, act: chooseFromCard('About and rate') },
      report: { waitFor: dialog, act: chooseFromCard('Report') },
      offline: { waitFor: heading('You are offline'), isOffline: true },
    },
  ),
  ...statesOf(
    { path: '/discover' },
    {
      discover: { waitFor: card },
      'discover-empty': {
        path: '/discover?search=zzzz',
        waitFor: (page) => page.getByRole('button', { name: /clear/i }).last(),
      },
      'discover-loading': {
        waitFor: heading('Discover'),
        setUp: neverAnswer('**/api/characters/public*'),
        isTransient: true,
      },
      'discover-error': { waitFor: button('Try again'), setUp: answerWithError('**/api/characters/public*') },
      unreachable: { waitFor: heading("Can't reach the server"), setUp: answerWithError('**/api/auth/me') },
    },
  ),
  { name: 'trending', path: '/trending', waitFor: card, isFullPage: true },
  { name: 'my-characters', path: '/my-characters', waitFor: card },
  { name: 'admin-denied', path: '/admin', waitFor: heading('Access Denied') },
  { name: 'not-found', path: '/no/such/page', waitFor: main },
  { name: 'character-page', path: '/characters/{public}', waitFor: heading('Ines Calder'), isFullPage: true },
  { name: 'character-page-own', path: '/characters/{own}', waitFor: button('Duplicate'), isFullPage: true },
  { name: 'character-page-missing', path: '/characters/none', waitFor: heading('Character not found') },
]
