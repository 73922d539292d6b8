import type { Page } from '@playwright/test'
import { dialog, heading, press, type Screen } from '../screen.ts'

export const account: readonly Screen[] = [
  { name: 'settings', guest: 'regular', at: '/settings', shows: heading('Account'), whole: true },
  {
    name: 'settings-profile',
    guest: 'regular',
    at: '/',
    shows: (page) => page.getByLabel('Display name'),
    after: openProfile,
  },
  {
    name: 'settings-delete',
    guest: 'regular',
    at: '/settings',
    shows: dialog,
    after: press('Delete my account'),
  },
  { name: 'leaving', guest: 'leaver', at: '/', shows: heading(/leaving/) },
  {
    name: 'toast',
    guest: 'newcomer',
    at: '/',
    shows: (page) => page.getByText('Profile Updated').first(),
    async after(page) {
      await openProfile(page)
      await dialog(page).getByLabel('Display name').fill('Mina')
      await dialog(page)
        .getByRole('button', { name: /save|update/i })
        .click()
    },
  },
]

async function openProfile(page: Page) {
  const menu = page.getByRole('button', { name: 'Open menu' })
  if (await menu.isVisible()) await menu.click()
  await press('Profile settings')(page)
}
