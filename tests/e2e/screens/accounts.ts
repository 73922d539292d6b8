import type { Page } from '@playwright/test'
import type { ApiKey } from '#shared/api-keys.ts'
import type { SignInMethod, SignInMethods } from '#shared/sign-in.ts'
import type { Webhook, WebhookDelivery } from '#shared/webhooks.ts'
import { openMenu } from '../open-menu.ts'
import { answerWithError, button, dialog, heading, press, type Screen, text } from './screen.ts'

const developers = '/settings/developers'

export const accounts: readonly Screen[] = [
  { name: 'settings', path: '/settings', waitFor: heading('Personas'), isFullPage: true },
  {
    name: 'settings-security',
    path: '/settings/security',
    setUp: showMethods,
    waitFor: text('The kitchen laptop'),
    isFullPage: true,
  },
  { name: 'settings-chats', path: '/settings/chats', waitFor: heading('Adult content'), isFullPage: true },
  { name: 'settings-developers-empty', path: developers, waitFor: text('You have no webhooks') },
  { name: 'settings-developers', path: developers, setUp: showDevelopers, waitFor: text('Switched off') },
  {
    name: 'settings-developers-failed',
    path: developers,
    setUp: answerWithError('**/api/webhooks'),
    waitFor: button('Try again'),
  },
  { name: 'settings-data', path: '/settings/data', waitFor: heading('Delete account'), isFullPage: true },
  {
    name: 'settings-profile',
    path: '/',
    waitFor: (page) => page.getByLabel('Display name'),
    act: openProfile,
  },
  {
    name: 'settings-delete',
    path: '/settings/data',
    waitFor: dialog,
    act: press('Delete my account'),
  },
  { name: 'settings-api-key', path: developers, waitFor: dialog, act: press('Create an API key') },
  { name: 'settings-webhook', path: developers, waitFor: dialog, act: press('Add a webhook') },
  {
    name: 'settings-deliveries',
    path: developers,
    setUp: showDevelopers,
    waitFor: text('Trying again'),
    act: press(/^Deliveries/),
  },
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

/** With keys and webhooks, one of them switched off. */
async function showDevelopers(page: Page) {
  const [now, day] = [Date.now(), 86_400_000]
  const key: ApiKey = {
    id: 'one',
    name: 'Discord bot',
    scope: 'chat',
    prefix: 'trp_9f2k',
    createdAt: now - day,
    expiresAt: now + 89 * day,
    lastUsedAt: now,
  }
  const expired: ApiKey = { ...key, id: 'two', name: 'Backup', scope: 'read', expiresAt: now - 1, lastUsedAt: null }
  const url = 'https://hooks.example.org/troupe/conversations?from=production'
  const webhook: Webhook = { id: 'one', url, events: ['reply.ended'], disabledAt: null, createdAt: now - day }
  const delivery = { type: 'reply.ended', result: 'HTTP 204', attempts: 1, attemptedAt: now, createdAt: now } as const
  const deliveries: WebhookDelivery[] = [
    { ...delivery, id: 'one', status: 'pending', attempts: 3, result: 'No answer within 10 seconds' },
    { ...delivery, id: 'two', status: 'delivered' },
    { ...delivery, id: 'three', status: 'failed', attempts: 8, result: 'HTTP 500' },
  ]
  const off: Webhook = { ...webhook, id: 'two', events: ['reply.ended', 'conversation.changed'], disabledAt: now }
  const answer = (path: string, json: unknown) => page.route(path, (route) => route.fulfill({ json }))
  await answer('**/api/auth/keys', [key, expired])
  await answer('**/api/webhooks', { webhooks: [webhook, off] })
  await answer('**/api/webhooks/one/deliveries', { deliveries })
}

async function openProfile(page: Page) {
  await openMenu(page)
  await press('Profile settings')(page)
}
