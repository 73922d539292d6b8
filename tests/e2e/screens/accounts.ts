import type { Page } from '@playwright/test'
import type { SignInMethod, SignInMethods } from '#shared/sign-in.ts'
import { openMenu } from '../open-menu.ts'
import { dialog, heading, press, type Screen, text } from './screen.ts'

export const accounts: readonly Screen[] = [
  { name: 'settings', path: '/settings', setUp: showMethods, waitFor: text('The kitchen laptop'), isFullPage: true },
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

/** With ways to log in besides the password. */
function showMethods(page: Page) {
  const methods: SignInMethod[] = [
    { id: 'one', kind: 'passkey', name: 'The kitchen laptop', createdAt: Date.UTC(2026, 4), lastUsedAt: Date.now() },
    { id: 'two', kind: 'oidc', name: 'robin@example.org', createdAt: Date.UTC(2026, 5), lastUsedAt: null },
  ]
  const json: SignInMethods = { hasPassword: true, needsPasskey: true, methods }
  return page.route('**/api/auth/methods', (route) => route.fulfill({ json }))
}

async function openProfile(page: Page) {
  await openMenu(page)
  await press('Profile settings')(page)
}
