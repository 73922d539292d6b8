import type { Page } from '@playwright/test'
import { button, dialog, heading, press, type Screen, text } from './screen.ts'

const row = (page: Page) => page.getByRole('list', { name: 'Open flags' }).getByRole('listitem').first()
const openFlag = (page: Page) => row(page).getByRole('button').click()

async function showEvidence(page: Page) {
  await openFlag(page)
  await press('Show evidence')(page)
}

async function selectTwo(page: Page) {
  await page.getByRole('checkbox').nth(0).check()
  await page.getByRole('checkbox').nth(1).check()
  await press('Dismiss…')(page)
}

/** The moderation dashboard. `prepareScreens` has a character reported. */
export const moderation: readonly Screen[] = (
  [
    { name: 'moderation', path: '/admin', waitFor: row },
    { name: 'moderation-flag', path: '/admin', waitFor: button('Show evidence'), act: openFlag },
    {
      name: 'moderation-evidence',
      path: '/admin',
      waitFor: button('Hide evidence'),
      act: showEvidence,
      isFullPage: true,
    },
    {
      name: 'moderation-decide',
      path: '/admin',
      waitFor: dialog,
      act: async (page) => {
        await openFlag(page)
        await press('Decide')(page)
      },
      only: 'phone',
    },
    {
      name: 'moderation-filters',
      path: '/admin?severity=2&claimed=nobody',
      waitFor: dialog,
      act: press('Filters (2)'),
    },
    { name: 'moderation-bulk', path: '/admin', waitFor: dialog, act: selectTwo },
    { name: 'moderation-empty', path: '/admin?status=acknowledged', waitFor: heading('No acknowledged flags') },
    { name: 'moderation-audit', path: '/admin?tab=audit', waitFor: text(/Dismissed/) },
    {
      name: 'moderation-statistics',
      path: '/admin?tab=statistics',
      waitFor: heading('Safety report'),
      isFullPage: true,
    },
  ] satisfies Screen[]
).map((screen) => ({ ...screen, user: 'admin' as const }))
