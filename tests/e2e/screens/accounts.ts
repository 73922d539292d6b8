import type { ApiKey } from '#shared/api-keys.ts'
import type { SignInMethod, SignInMethods } from '#shared/sign-in.ts'
import type { Webhook, WebhookDelivery } from '#shared/webhooks.ts'
import { openMenu } from '../open-menu.ts'
import { type Screen, see, server, statesOf, steps, user } from './screen.ts'

const [now, day] = [Date.now(), 86_400_000]
const openProfile = steps(openMenu, user.press('Profile settings'))

/** Ways to log in besides the password. */
const methods: SignInMethod[] = [
  { id: 'one', kind: 'passkey', name: 'The kitchen laptop', createdAt: Date.UTC(2026, 4), lastUsedAt: now },
  { id: 'two', kind: 'oidc', name: 'robin@example.org', createdAt: Date.UTC(2026, 5), lastUsedAt: null },
]
const signInMethods: SignInMethods = { hasPassword: true, needsPasskey: true, methods }

const key: ApiKey = {
  ...{ id: 'one', name: 'Discord bot', scope: 'chat', prefix: 'trp_9f2k' },
  ...{ createdAt: now - day, expiresAt: now + 89 * day, lastUsedAt: now },
}
const expired: ApiKey = { ...key, id: 'two', name: 'Backup', scope: 'read', expiresAt: now - 1, lastUsedAt: null }
const url = 'https://hooks.example.org/troupe/conversations?from=production'
const webhook: Webhook = { id: 'one', url, events: ['reply.ended'], disabledAt: null, createdAt: now - day }
const off: Webhook = { ...webhook, id: 'two', events: ['reply.ended', 'conversation.changed'], disabledAt: now }
const delivery = { type: 'reply.ended', result: 'HTTP 204', attempts: 1, attemptedAt: now, createdAt: now } as const
const deliveries: WebhookDelivery[] = [
  { ...delivery, id: 'one', status: 'pending', attempts: 3, result: 'No answer within 10 seconds' },
  { ...delivery, id: 'two', status: 'delivered' },
  { ...delivery, id: 'three', status: 'failed', attempts: 8, result: 'HTTP 500' },
]
const showDevelopers = steps(
  server.answer('**/api/auth/keys', [key, expired]),
  server.answer('**/api/webhooks', { webhooks: [webhook, off] }),
  server.answer('**/api/webhooks/one/deliveries', { deliveries }),
)

export const accounts: readonly Screen[] = [
  { name: 'settings', path: '/settings', waitFor: see.heading('Personas'), isFullPage: true },
  {
    name: 'settings-security',
    path: '/settings/security',
    setUp: server.answer('**/api/auth/methods', signInMethods),
    waitFor: see.text('The kitchen laptop'),
    isFullPage: true,
  },
  { name: 'settings-chats', path: '/settings/chats', waitFor: see.heading('Adult content'), isFullPage: true },
  ...statesOf(
    { path: '/settings/developers' },
    {
      'settings-developers-empty': { waitFor: see.text('You have no webhooks') },
      'settings-developers': { setUp: showDevelopers, waitFor: see.text('Switched off') },
      'settings-developers-failed': {
        setUp: server.answerWithError('**/api/webhooks'),
        waitFor: see.button('Try again'),
      },
      'settings-api-key': { waitFor: see.dialog, act: user.press('Create an API key') },
      'settings-webhook': { waitFor: see.dialog, act: user.press('Add a webhook') },
      'settings-deliveries': {
        setUp: showDevelopers,
        waitFor: see.text('Trying again'),
        act: user.press(/^Deliveries/),
      },
    },
  ),
  { name: 'settings-data', path: '/settings/data', waitFor: see.heading('Delete account'), isFullPage: true },
  { name: 'settings-delete', path: '/settings/data', waitFor: see.dialog, act: user.press('Delete my account') },
  { name: 'settings-profile', path: '/', waitFor: see.field('Display name'), act: openProfile },
  { name: 'pending-deletion', user: 'pending-deletion', path: '/', waitFor: see.heading(/keep your account/) },
  { name: 'suspended', user: 'suspended', path: '/', waitFor: see.text('Cancel subscription'), isFullPage: true },
  { name: 'suspended-appeal', user: 'suspended', path: '/', waitFor: see.dialog, act: user.press('Appeal') },
  {
    name: 'toast',
    user: 'new-user',
    path: '/',
    waitFor: see.text('Profile Updated'),
    act: steps(openProfile, user.fill('Display name', 'Mina'), user.press('Save changes')),
  },
]
