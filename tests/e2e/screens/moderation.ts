import type { Page } from '@playwright/test'
import { type Screen, see, statesOf, steps, user } from './screen.ts'

const row = (page: Page) => page.getByRole('list', { name: 'Open flags' }).getByRole('listitem').first()
const openFlag = user.click((page) => row(page).getByRole('button'))
const select = (index: number) => (page: Page) => page.getByRole('checkbox').nth(index).check()

/** The moderation dashboard. `prepareScreens` has a character reported. */
export const moderation: readonly Screen[] = [
  ...statesOf(
    { user: 'admin', path: '/admin' },
    {
      moderation: { waitFor: row },
      'moderation-flag': { waitFor: see.button('Show evidence'), act: openFlag },
      'moderation-evidence': {
        waitFor: see.button('Hide evidence'),
        act: steps(openFlag, user.press('Show evidence')),
        isFullPage: true,
      },
      'moderation-decide': { waitFor: see.dialog, act: steps(openFlag, user.press('Decide')), only: 'phone' },
      'moderation-bulk': { waitFor: see.dialog, act: steps(select(0), select(1), user.press('Dismiss…')) },
      'moderation-filters': {
        path: '/admin?severity=2&claimed=nobody',
        waitFor: see.dialog,
        act: user.press('Filters (2)'),
      },
      'moderation-empty': { path: '/admin?status=acknowledged', waitFor: see.heading('No acknowledged flags') },
      'moderation-audit': { path: '/admin?tab=audit', waitFor: see.text(/Dismissed/) },
      'moderation-statistics': {
        path: '/admin?tab=statistics',
        waitFor: see.heading('Safety report'),
        isFullPage: true,
      },
    },
  ),
]
