import type { Page } from '@playwright/test'
import { button, click, dialog, heading, press, type Screen, statesOf, steps, text } from './screen.ts'

const row = (page: Page) => page.getByRole('list', { name: 'Open flags' }).getByRole('listitem').first()
const openFlag = click((page) => row(page).getByRole('button'))
const select = (index: number) => (page: Page) => page.getByRole('checkbox').nth(index).check()

/** The moderation dashboard. `prepareScreens` has a character reported. */
export const moderation: readonly Screen[] = [
  ...statesOf(
    { user: 'admin', path: '/admin' },
    {
      moderation: { waitFor: row },
      'moderation-flag': { waitFor: button('Show evidence'), act: openFlag },
      'moderation-evidence': {
        waitFor: button('Hide evidence'),
        act: steps(openFlag, press('Show evidence')),
        isFullPage: true,
      },
      'moderation-decide': { waitFor: dialog, act: steps(openFlag, press('Decide')), only: 'phone' },
      'moderation-bulk': { waitFor: dialog, act: steps(select(0), select(1), press('Dismiss…')) },
      'moderation-filters': {
        path: '/admin?severity=2&claimed=nobody',
        waitFor: dialog,
        act: press('Filters (2)'),
      },
      'moderation-empty': { path: '/admin?status=acknowledged', waitFor: heading('No acknowledged flags') },
      'moderation-audit': { path: '/admin?tab=audit', waitFor: text(/Dismissed/) },
      'moderation-statistics': { path: '/admin?tab=statistics', waitFor: heading('Safety report'), isFullPage: true },
    },
  ),
]
