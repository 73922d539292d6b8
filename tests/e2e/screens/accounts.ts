import type { Page } from '@playwright/test'
import { openMenu } from '../open-menu.ts'
import { dialog, heading, press, type Screen, text } from './screen.ts'

export const accounts: readonly Screen[] = [
  { name: 'settings', path: '/settings', waitFor: heading('Account'), isFullPage: true },
  {
    name: 'settings-profile',
    path: '/',
    waitFor: (page) => page.getByLabel('Display name'),
    act: openProfile,
  },
  {
    name: 'settings-delete',
    path: '/settings',
    waitFor: dialog,
    act: press('Delete my account'),
  },
  { name: 'settings-api-key', path: '/settings', waitFor: dialog, act: press('Create an API key') },
  { name: 'pending-deletion', user: 'pending-deletion', path: '/', waitFor: heading(/keep your account/) },
  { name: 'suspended', user: 'suspended', path: '/', waitFor: text('Cancel subscription'), isFullPage: true },
  { name: 'suspended-appeal', user: 'suspended', path: '/', waitFor: dialog, act: press('Appeal') },
  {
    name: 'toast',
    user: 'new-user',
    path: '/',
    waitFor: text('Profile Updated'),
    async act(page) {
      await openProfile(page)
      await dialog(page).getByLabel('Display name').fill('Mina')
      await dialog(page)
        .getByRole('button', { name: /save|update/i })
        .click()
    },
  },
]

async function openProfile(page: Page) {
  await openMenu(page)
  await press('Profile settings')(page)
}
