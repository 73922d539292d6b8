import { type KeyScope, keyScopes } from '#shared/routes.ts'
import type { Route } from '#tests/support/record-routes.ts'

/** Who sends the request. `owner` created the characters and conversations that all others request. */
export const roles = ['anonymous', 'free', 'owner', 'premium', 'unconfirmed', 'admin', 'moderator'] as const
export type Role = (typeof roles)[number]

/** The requested object: a character in each of its states, or a conversation and a message in it. */
export const states = {
  character: ['public', 'private', 'mature', 'explicit', 'privateExplicit', 'downgraded', 'deleted', 'unknown'],
  conversation: ['present', 'deletedConversation', 'unknownConversation'],
  /** `foreignMessage`: a conversation of the requesting user, with the id of a message in another conversation. */
  message: ['present', 'deletedConversation', 'unknownConversation', 'foreignMessage', 'unknownMessage'],
  none: ['any'],
} as const
export type Kind = keyof typeof states
export type State = (typeof states)[Kind][number]

/** The ids of one requested object; a row uses the ids it needs. */
export interface Target {
  characterId: string
  conversationId: string
  messageId: string
}

/** The status for each role, in the order of `roles`. A moderator's is left out where it is that of the free account it is. */
type Statuses = string

interface RowOf<K extends Kind> {
  route: Route
  /** Distinguishes several rows of the same route. */
  variant?: string
  kind: K
  /** The path, for routes whose parameters are not ids of a target. */
  path?: string
  query?: (target: Target) => string
  body?: (target: Target) => unknown
  /** The call may change the account or the session: it uses a new session, and the account is reset afterwards. */
  changesAccount?: boolean
  /** The response is a stream that does not end: only its head is read. */
  isEndless?: boolean
  expect: Record<(typeof states)[K][number], Statuses>
}
export type Row = { [K in Kind]: RowOf<K> }[Kind]

/** A constant body, or what a request sends of its target. */
type Body = object | ((target: Target) => unknown)

const rowsOf =
  <K extends Kind>(kind: K) =>
  (
    route: Route,
    expect: RowOf<K>['expect'],
    body?: Body,
    more: Omit<RowOf<K>, 'route' | 'kind' | 'expect' | 'body'> = {},
  ): Row =>
    ({
      ...{ route, kind, expect, ...more },
      ...(body && { body: typeof body === 'function' ? body : () => body }),
    }) as Row

const one = rowsOf('none')
const ofCharacter = rowsOf('character')
const ofConversation = rowsOf('conversation')
const ofMessage = rowsOf('message')
const changesAccount = { changesAccount: true }

const anyoneGets = (status: number) => ({ any: Array(6).fill(status).join(' ') })
const anyone = anyoneGets(200)
const signedInWith = (status: number) => ({ any: `401 ${Array(5).fill(status).join(' ')}` })
const signedIn = signedInWith(200)
const adminsOnly = (status: number) => ({ any: `401 403 403 403 403 ${status}` })
/** Nothing listens at the discard port. */
const connection = { name: 'Test', service: 'openai-compatible', baseUrl: 'http://127.0.0.1:9/v1', enabled: false }
const imageConnection = { service: 'openai-compatible', baseUrl: 'http://127.0.0.1:9/v1', size: 512 }
const voiceConnection = {
  ...{ name: 'Test', service: 'openai-compatible', baseUrl: 'http://127.0.0.1:9/v1' },
  voices: [{ id: 'alloy', label: 'Alloy' }],
}
const fields = { name: 'Ada Quill', description: 'Keeps a lighthouse.' }

/** A chat of SillyTavern with one message. */
const importedChat = '{"user_name":"Sam","character_name":"Ada"}\n{"is_user":true,"mes":"Good evening."}'

const moderatorsOnly = (status: number) => ({ any: `401 403 403 403 403 ${status} ${status}` })

const noCharacter = Object.fromEntries(
  states.character.map((state) => [state, '401 404 404 404 404 404']),
) as RowOf<'character'>['expect']

/** Only the author of a character that is not deleted. */
const ownersOnly = (status: 200 | 204 | 403) => {
  const owner = `401 404 ${status} 404 404 404`
  const all = { public: owner, private: owner, mature: owner, explicit: owner, privateExplicit: owner }
  return { ...noCharacter, ...all, downgraded: owner }
}

/** Users who may chat with the character. */
const accessible = (status: 200 | 201) => ({
  ...noCharacter,
  public: `401 ${status} ${status} ${status} ${status} ${status}`,
  private: `401 404 ${status} 404 404 404`,
  mature: `401 404 ${status} ${status} 404 ${status}`,
  explicit: `401 404 ${status} ${status} 404 ${status}`,
  privateExplicit: `401 404 ${status} 404 404 404`,
})

/** Users who may chat with the character, but not its author. */
const othersOnly = (status: 200 | 201) => ({
  ...noCharacter,
  public: `401 ${status} 403 ${status} ${status} ${status}`,
  private: '401 404 403 404 404 404',
  mature: `401 404 403 ${status} 404 ${status}`,
  explicit: `401 404 403 ${status} 404 ${status}`,
  privateExplicit: '401 404 403 404 404 404',
})

const nothingInConversation = {
  present: '401 404 404 404 404 404',
  deletedConversation: '401 404 404 404 404 404',
  unknownConversation: '401 404 404 404 404 404',
}
const ownConversation = (status: 200 | 201 | 202 | 204) => ({
  ...nothingInConversation,
  present: `401 404 ${status} 404 404 404`,
})

const lorebook = '{"entries":[{"keys":["reef"],"content":"Sharp."}]}'
/** What belongs to nobody. */
const unknown = signedInWith(404)

const ownMessage = (status: 200 | 201 | 202 | 204) => ({
  ...ownConversation(status),
  foreignMessage: '401 404 404 404 404 404',
  unknownMessage: '401 404 404 404 404 404',
})

/** The routes that need no session. Every other route answers 401 to a signed-out request, whatever it contains. */
export const publicRoutes: Route[] = [
  'GET /api/site-pages/:name',
  'GET /healthz',
  'GET /readyz',
  'GET /api/openapi.json',
  'GET /api/docs',
  'GET /api/docs/*',
  'GET /*',
  'GET /portraits/:file',
  'GET /files/:file',
  'GET /previews/:file',
  'GET /api/embed/:token',
  'POST /api/embed/:token/chat',
  'POST /api/auth/register',
  'POST /api/auth/login',
  'POST /api/auth/logout',
  'POST /api/auth/recover',
  'POST /api/auth/email/confirm',
  'POST /api/auth/reset',
  'POST /api/auth/reset/request',
  'POST /api/auth/oidc',
  'POST /api/auth/passkey',
  'POST /api/auth/passkey/options',
  'POST /api/auth/oidc/callback',
  'GET /api/payments',
  'GET /api/site',
  'POST /api/sandbox/confirm-payment',
  'POST /api/webhooks/stripe',
  'GET /ws',
]

/** Every route of the server, with the status for each role and each state of the requested object. */
export const table: Row[] = [
  one('GET /healthz', anyone),
  one('GET /readyz', anyone),
  one('GET /api/openapi.json', anyone),
  one('GET /api/docs', anyone),
  one('GET /api/docs/*', anyone, undefined, { path: '/api/docs/static/swagger-ui.css' }),
  one('GET /*', anyone, undefined, { path: '/discover' }),
  one('GET /portraits/:file', anyone, undefined, { path: '/portraits/ada-quill.svg' }),
  one('GET /files/:file', anyoneGets(404), undefined, { path: '/files/01890000-0000-7000-8000-000000000000.webp' }),
  // http.test.ts has characters that everybody may see, and others.
  one('GET /previews/:file', anyoneGets(404), undefined, { path: '/previews/unknown.jpg' }),
  one('POST /api/generate-image', { any: '401 403 200 200 200 200' }, { prompt: 'a lighthouse keeper' }),
  one('GET /api/images/generated', { any: '401 403 200 200 200 200' }),
  // The body is not an image, so every signed-in user gets a 415. images.test.ts tests images.
  one('POST /api/images', signedInWith(415)),

  one(
    'POST /api/auth/register',
    anyone,
    () => ({ username: `new-user-${crypto.randomUUID()}`, password: 'quiet-harbor' }),
    changesAccount,
  ),
  one('POST /api/auth/login', anyone, { username: 'free account', password: 'quiet-harbor' }, changesAccount),
  one('POST /api/auth/logout', anyoneGets(204), undefined, changesAccount),
  // Without a provider; oidc.test.ts has one.
  one('POST /api/auth/oidc', anyoneGets(404), { returnTo: '/' }),
  one('POST /api/auth/oidc/callback', anyoneGets(404), { query: '' }),
  // Without a mail server; mail.test.ts has one.
  one('POST /api/auth/reset/request', anyoneGets(404), { account: 'owner' }),
  one('POST /api/auth/reset', anyoneGets(404), { token: 'forged', newPassword: 'quiet-harbor' }),
  one('GET /api/auth/email', signedIn),
  one('PUT /api/auth/email', unknown, { email: null, password: 'quiet-harbor' }),
  one('POST /api/auth/email/confirm', anyoneGets(404), { token: 'forged' }),
  one('POST /api/auth/passkey/options', anyone),
  one('POST /api/auth/passkey', anyoneGets(400), { token: 'forged', response: {} }),
  one('POST /api/auth/passkeys/options', signedIn, { password: 'quiet-harbor' }),
  one('POST /api/auth/passkeys', signedInWith(400), { token: 'forged', response: {} }),
  one('PATCH /api/auth/passkeys/:id', unknown, { name: 'Laptop' }),
  one('PUT /api/auth/second-factor', signedInWith(204), { enabled: false, password: 'quiet-harbor' }),
  one('GET /api/auth/methods', signedIn),
  one('POST /api/auth/methods/oidc', unknown, { password: 'quiet-harbor' }),
  one('DELETE /api/auth/methods/:id', unknown, { password: 'quiet-harbor' }),
  one('GET /api/webhooks', signedIn),
  one('POST /api/webhooks', signedInWith(201), { url: 'https://hooks.example.org/', events: ['reply.ended'] }),
  one(
    'POST /api/webhooks',
    moderatorsOnly(201),
    { url: 'https://hooks.example.org/', events: ['flag.raised'] },
    { variant: 'flags' },
  ),
  one('PUT /api/webhooks/:id/events', unknown, { events: ['reply.ended'] }),
  one('DELETE /api/webhooks/:id', unknown),
  one('POST /api/webhooks/:id/test', unknown),
  one('GET /api/webhooks/:id/deliveries', unknown),
  one('POST /api/webhooks/:id/deliveries/:deliveryId/redeliver', unknown, undefined),
  one('GET /api/auth/me', signedIn),
  one('PUT /api/auth/user/profile', signedIn, { displayName: 'New Name' }, changesAccount),
  one('PUT /api/auth/chat-filter', { any: '401 403 200 200 200 403' }, { enabled: true }, changesAccount),
  one('PUT /api/auth/dismissed-announcement', signedIn, { id: 'a' }, changesAccount),
  one('PUT /api/auth/memory', signedIn, { enabled: false }, changesAccount),
  one('POST /api/auth/adult-confirmation', signedIn, { confirmed: true }, changesAccount),
  one(
    'POST /api/auth/password',
    signedIn,
    { currentPassword: 'quiet-harbor', newPassword: 'quiet-harbor' },
    changesAccount,
  ),
  one(
    'POST /api/auth/recover',
    anyoneGets(401),
    { username: 'owner', code: '0000-0000-0000-0000-0000-0000-0000', newPassword: 'quiet-harbor' },
    changesAccount,
  ),
  one('GET /api/auth/recovery-codes', signedIn),
  one('POST /api/auth/recovery-codes', signedIn, { password: 'quiet-harbor' }),
  one('GET /api/auth/keys', signedIn),
  one('POST /api/auth/keys', signedInWith(201), { name: 'Bot', scope: 'read', days: 30, password: 'quiet-harbor' }),
  one('DELETE /api/auth/keys/:id', unknown),
  one('GET /api/auth/sessions', signedIn),
  one('DELETE /api/auth/sessions', signedInWith(204), undefined, changesAccount),
  one('DELETE /api/auth/sessions/:id', unknown),
  one('GET /api/auth/data', signedIn),
  one('GET /api/auth/data/manifest', signedIn),
  // The admin is the only one.
  one('POST /api/auth/deletion', { any: '401 200 200 200 200 409' }, { password: 'quiet-harbor' }, changesAccount),
  one('POST /api/auth/restore', signedIn, undefined, changesAccount),

  one('GET /api/characters/public', signedIn),
  one('GET /api/characters', signedIn),
  one('POST /api/characters', signedInWith(201), fields),
  ofCharacter('POST /api/characters', ownersOnly(200), ({ characterId }) => ({ ...fields, id: characterId }), {
    variant: 'with the id of an existing character',
  }),
  // Authors can read their own characters, so that they can lower the rating after a downgrade.
  ofCharacter('GET /api/characters/:id', { ...accessible(200), downgraded: '401 404 200 404 404 404' }),
  // A rating that is no longer allowed cannot be saved again.
  ofCharacter(
    'PUT /api/characters/:id',
    { ...ownersOnly(200), downgraded: '401 404 403 404 404 404' },
    { description: 'Sold the lighthouse.' },
  ),
  ofCharacter('DELETE /api/characters/:id', ownersOnly(204)),
  ofCharacter('POST /api/characters/:id/restore', { ...noCharacter, deleted: '401 404 200 404 404 404' }),
  one('POST /api/characters/import', signedIn, fields),
  one('POST /api/characters/proposal', signedIn, { idea: 'A lighthouse keeper', field: 'personality' }),
  one('POST /api/characters/try', signedIn, { fields, message: 'Good evening.' }),
  // Authors can take out their own characters after a downgrade too.
  ofCharacter('GET /api/characters/:id/card.json', ownersOnly(200)),
  ofCharacter('GET /api/characters/:id/card.png', ownersOnly(200)),
  ofCharacter('GET /api/characters/:id/card.charx', ownersOnly(200)),
  // character-cards.test.ts has one with a background.
  one('GET /api/characters/:id/background', unknown),
  ofCharacter('GET /api/characters/:id/revisions', ownersOnly(200)),
  one('GET /api/characters/:id/revisions/:revisionId', unknown),
  ofCharacter('GET /api/characters/:id/lorebook', ownersOnly(200)),
  ofCharacter(
    'PUT /api/characters/:id/lorebook',
    { ...ownersOnly(200), downgraded: '401 404 403 404 404 404' },
    { lorebook },
  ),
  ofCharacter('GET /api/characters/:id/embed', ownersOnly(200)),
  ofCharacter(
    'PUT /api/characters/:id/embed',
    { ...ownersOnly(403), public: '401 404 200 404 404 404' },
    { origins: ['https://example.org'] },
  ),
  ofCharacter('DELETE /api/characters/:id/embed', ownersOnly(204)),
  // embeds.test.ts has one with a character.
  one('GET /api/embed/:token', anyoneGets(404)),
  one('POST /api/embed/:token/chat', anyoneGets(404), { message: 'Good evening.' }),
  ofCharacter('GET /api/characters/:id/rating', accessible(200)),
  ofCharacter('PUT /api/characters/:id/rating', othersOnly(200), { stars: 4 }),

  // Authors cannot report their own characters.
  ofCharacter(
    'POST /api/reports',
    othersOnly(201),
    ({ characterId }) => ({ targetType: 'character', targetId: characterId, category: 'spam' }),
    { variant: 'a character' },
  ),
  ofConversation(
    'POST /api/reports',
    ownConversation(201),
    ({ messageId }) => ({ targetType: 'message', targetId: messageId, category: 'hate' }),
    { variant: 'a message in a conversation' },
  ),
  one('GET /api/reports', signedIn),
  one('POST /api/safety/reviews', signedInWith(202), { rule: 'minors', note: 'It was about a ship.' }),
  one('GET /api/moderation/decisions', signedIn),
  one('POST /api/appeals', unknown, ({ conversationId }) => ({ flagId: conversationId, text: 'Please look again.' })),

  one('GET /api/admin/flags', moderatorsOnly(200)),
  one('GET /api/admin/flags/count', moderatorsOnly(200)),
  one('GET /api/admin/flags/open', moderatorsOnly(200)),
  one('GET /api/admin/flags/acknowledged', moderatorsOnly(200)),
  one('GET /api/admin/flags/resolved', moderatorsOnly(200)),
  one('GET /api/admin/flags/dismissed', moderatorsOnly(200)),
  one('GET /api/admin/flags/:id', moderatorsOnly(404)),
  one('POST /api/admin/flags/:id/action', moderatorsOnly(404), { action: 'approve' }),
  one('POST /api/admin/flags/:id/undo', moderatorsOnly(404)),
  one('POST /api/admin/flags/:id/claim', moderatorsOnly(404)),
  one('DELETE /api/admin/flags/:id/claim', moderatorsOnly(404)),
  one('POST /api/admin/flags/bulk', moderatorsOnly(200), ({ conversationId }) => ({
    ids: [conversationId],
    action: 'dismiss',
  })),
  one('POST /api/admin/users/:id/suspension', moderatorsOnly(404), { days: 1 }),
  one('DELETE /api/admin/users/:id/suspension', moderatorsOnly(404)),
  one('GET /api/admin/stats', moderatorsOnly(200)),
  one('GET /api/admin/safety-report', moderatorsOnly(200), undefined, { query: () => 'year=2026' }),
  one('GET /api/admin/alerts/stream', moderatorsOnly(200), undefined, { isEndless: true }),
  one('POST /api/admin/websocket-token', moderatorsOnly(200)),
  // Anybody may open a socket; its first message authenticates it. This request is not a handshake.
  one('GET /ws', anyoneGets(404)),
  one('GET /api/admin/audits', moderatorsOnly(200)),
  one('GET /api/admin/audits/export', adminsOnly(200)),
  one('GET /api/admin/audits/head', adminsOnly(200)),

  ofCharacter('POST /api/chat', accessible(200), ({ characterId }) => ({ characterId, message: 'Good evening.' }), {
    variant: 'a new conversation',
  }),
  ofConversation(
    'POST /api/chat',
    ownConversation(200),
    ({ characterId, conversationId }) => ({ characterId, conversationId, message: 'Go on.' }),
    { variant: 'in a conversation' },
  ),
  ofCharacter('POST /api/new-chat-greeting', accessible(200), ({ characterId }) => ({
    characterId,
    originalGreeting: 'Hello there.',
  })),
  one('GET /api/model', signedIn),
  one('GET /v1/models', signedIn),
  ofCharacter('GET /v1/models/:model', accessible(200)),
  ofCharacter('POST /v1/chat/completions', accessible(200), ({ characterId }) => ({
    model: characterId,
    messages: [{ role: 'user', content: 'Good evening.' }],
  })),

  one('GET /api/admin/overview', adminsOnly(200)),
  one('GET /api/admin/users', adminsOnly(200)),
  one('GET /api/admin/users/:id', moderatorsOnly(404)),
  one('DELETE /api/admin/users/:id/sessions', adminsOnly(404)),
  one('POST /api/admin/users/:id/recovery-code', adminsOnly(404)),
  one('PUT /api/admin/users/:id/premium', adminsOnly(404), { granted: true }),
  one('PUT /api/admin/users/:id/role', adminsOnly(404), { role: 'admin', password: 'quiet-harbor' }),

  one('GET /api/admin/images', adminsOnly(200)),
  one('POST /api/admin/images/test', adminsOnly(200), imageConnection),
  // A service that does not exist: with another one, the row of generated images would fail.
  one('PUT /api/admin/images', adminsOnly(400), { ...imageConnection, service: 'unknown' }),
  one('DELETE /api/admin/images', adminsOnly(200)),

  one('GET /api/conversations/:id/replies/:messageId/receipt', unknown),
  one('GET /api/site-pages/:name', anyone, undefined, { path: '/api/site-pages/terms' }),
  // A page that was changed by somebody else.
  one(
    'PUT /api/admin/site-pages/:name',
    adminsOnly(409),
    { text: 'Be kind.', updatedAt: 1 },
    { path: '/api/admin/site-pages/terms' },
  ),
  one('GET /api/site', anyone),
  one('GET /api/admin/settings', adminsOnly(200)),
  one('PUT /api/admin/settings', adminsOnly(200), { welcomeText: 'Welcome.' }),
  one('GET /api/admin/announcement', adminsOnly(200)),
  one('PUT /api/admin/announcement', adminsOnly(200), { announcement: null }),
  one('GET /api/admin/invitations', adminsOnly(200)),
  one('POST /api/admin/invitations', adminsOnly(201), { note: '', maxUses: 1, days: null }),
  one('DELETE /api/admin/invitations/:id', adminsOnly(404)),
  one('GET /api/admin/budget', adminsOnly(200)),
  one('PUT /api/admin/budget', adminsOnly(200), { dollars: null, stops: false }),

  one('GET /api/admin/models', adminsOnly(200)),
  one('POST /api/admin/models', adminsOnly(201), connection),
  one('PUT /api/admin/models/:id', adminsOnly(404), connection),
  one('DELETE /api/admin/models/:id', adminsOnly(404)),
  one('POST /api/admin/models/order', adminsOnly(200), { ids: [] }),
  one('POST /api/admin/models/test', adminsOnly(200), { connection }),
  one('POST /api/admin/models/available', adminsOnly(200), { connection }),

  one('GET /api/admin/voices', adminsOnly(200)),
  // A service that does not exist: with another one, the rows of speech would ask it.
  one('POST /api/admin/voices', adminsOnly(400), { ...voiceConnection, service: 'unknown' }),
  one('PUT /api/admin/voices/:id', adminsOnly(404), voiceConnection),
  one('DELETE /api/admin/voices/:id', adminsOnly(404)),
  one('POST /api/admin/voices/order', adminsOnly(200), { ids: [] }),
  one('POST /api/admin/voices/test', adminsOnly(200), { connection: voiceConnection }),
  one('POST /api/admin/voices/available', adminsOnly(200), { connection: voiceConnection }),

  // No voice is connected, and the body is no recording. voices.test.ts has both.
  one('GET /api/voices', signedIn),
  one('GET /api/voices/:id/sample', signedInWith(409), undefined, { path: '/api/voices/alloy/sample' }),
  ofMessage(
    'GET /api/conversations/:id/messages/:messageId/speech',
    { ...ownMessage(200), present: '401 404 409 404 404 404' },
    undefined,
    {
      query: () => 'from=0&to=5&voice=alloy',
    },
  ),
  one('POST /api/transcriptions', signedInWith(415)),
  one('POST /api/calls/round-trips', signedInWith(204), undefined, {
    path: '/api/calls/round-trips?milliseconds=1800',
  }),
  one('POST /v1/audio/speech', signedInWith(409), { input: 'Good evening.', voice: 'alloy' }),

  one('GET /api/admin/local-models', adminsOnly(200)),
  // It is installed already.
  one('POST /api/admin/local-models/runtime', adminsOnly(200)),
  one('POST /api/admin/local-models/download', adminsOnly(404), { id: 'unknown' }),
  one('DELETE /api/admin/local-models/download', adminsOnly(200)),
  one('DELETE /api/admin/local-models/files/:name', adminsOnly(404)),

  one('GET /api/payments', anyone),
  one('GET /api/subscription', signedIn),
  one('GET /api/subscription/invoices', signedIn),
  one('GET /api/admin/payments', adminsOnly(200)),
  one('POST /api/admin/payments/test', adminsOnly(200)),
  // No account here has a subscription or is a customer.
  one('POST /api/subscription/cancel', signedInWith(409)),
  one('POST /api/subscription/resume', signedInWith(409)),
  one('POST /api/billing-portal', signedInWith(409)),
  one('POST /api/sandbox/card', signedInWith(409), { number: '4242424242424242', expiry: '12 / 40', cvc: '123' }),
  // Only the signature gives access. Without Stripe, as here, there are no webhooks.
  one('POST /api/webhooks/stripe', anyoneGets(404)),
  // Accounts that already have premium rights cannot subscribe.
  one(
    'POST /api/create-subscription',
    { any: '401 200 409 409 409 409' },
    { tier: 'premium', customerEmail: 'ada@example.com', customerName: 'Ada Quill' },
  ),
  // Only the client secret gives access, as on the page of a payment service.
  one('POST /api/sandbox/confirm-payment', anyoneGets(404), {
    clientSecret: 'a guess',
    number: '4242424242424242',
    expiry: '12 / 40',
    cvc: '123',
  }),

  one('GET /api/messages', signedIn, undefined, { query: () => 'search=hello' }),
  one('GET /api/events', signedIn, undefined, { isEndless: true }),
  one('GET /api/conversations/characters', signedIn),
  one('GET /api/notices', signedIn),
  one('PUT /api/notices/seen', signedInWith(204), { at: 0 }),
  one('GET /api/folders', signedIn),
  one('POST /api/folders', signedInWith(201), { name: 'Sea stories' }),
  one('PATCH /api/folders/:id', unknown, { name: 'Sea stories' }),
  one('DELETE /api/folders/:id', unknown),
  one('GET /api/conversations', signedIn),
  ofCharacter('POST /api/conversations', accessible(201), ({ characterId }) => ({ characterId })),
  ofCharacter('POST /api/conversations/import', accessible(201), ({ characterId }) => ({
    characterId,
    text: importedChat,
  })),
  ofConversation('GET /api/conversations/:id/export', ownConversation(200)),
  ofConversation('GET /api/conversations/export', ownConversation(200), undefined, {
    query: ({ conversationId }) => `ids=${conversationId}`,
  }),
  ofConversation('POST /api/conversations/bulk', ownConversation(200), ({ conversationId }) => ({
    ids: [conversationId],
    change: { archived: true },
  })),
  ofConversation('GET /api/conversations/:id', ownConversation(200)),
  ofMessage('GET /api/conversations/:id', ownMessage(200), undefined, {
    variant: 'before a message',
    query: ({ messageId }) => `before=${messageId}`,
  }),
  ofConversation('PATCH /api/conversations/:id', ownConversation(200), { title: 'A storm' }),
  ofConversation('GET /api/conversations/:id/character-updates', ownConversation(200)),
  ofConversation('PUT /api/conversations/:id/revisions', ownConversation(200), ({ characterId }) => ({
    choice: 'keep',
    revisions: [{ characterId, revisionId: 'unknown' }],
  })),
  ofConversation('PUT /api/conversations/:id/character', ownConversation(200), ({ characterId }) => ({ characterId })),
  ofConversation('DELETE /api/conversations/:id', ownConversation(204)),
  ofConversation('POST /api/conversations/:id/restore', {
    ...nothingInConversation,
    deletedConversation: '401 404 200 404 404 404',
  }),
  ofMessage('POST /api/conversations/:id/replies', ownMessage(200), ({ messageId }) => ({ messageId })),
  ofMessage('PUT /api/conversations/:id/leaf', ownMessage(200), ({ messageId }) => ({ messageId, leafId: messageId })),
  ofMessage('PUT /api/conversations/:id/messages/:messageId/excluded', ownMessage(200), ({ messageId }) => ({
    excluded: true,
    leafId: messageId,
  })),
  ofMessage('GET /api/conversations/:id/messages/:messageId', ownMessage(200)),
  ofConversation('GET /api/conversations/:id/memory', ownConversation(200)),
  ofConversation('PUT /api/conversations/:id/memory', ownConversation(200), { enabled: false }),
  // What is no message of the conversation is no source of the fact.
  ofMessage(
    'POST /api/conversations/:id/memory/facts',
    {
      ...ownMessage(201),
      foreignMessage: '401 201 201 201 201 201',
      unknownMessage: '401 201 201 201 201 201',
    },
    ({ messageId }) => ({ text: 'The lamp is out.', sources: [messageId] }),
  ),
  // There is no such fact or summary; memory.test.ts requests those of other users.
  ofConversation('PATCH /api/conversations/:id/memory/facts/:factId', nothingInConversation, { pinned: true }),
  ofConversation('DELETE /api/conversations/:id/memory/facts/:factId', nothingInConversation),
  ofConversation('PUT /api/conversations/:id/memory/summaries/:summaryId', nothingInConversation, {
    text: 'They met.',
  }),
  ofConversation('DELETE /api/conversations/:id/memory/summaries/:summaryId/correction', nothingInConversation),
  // The message of the request is a reply: only its owner gets the error that it is not a user's message.
  ofMessage(
    'POST /api/conversations/:id/messages/:messageId/edit',
    { ...ownMessage(200), present: '401 404 400 404 404 404' },
    { content: 'Is anyone down there?' },
  ),
  ofMessage('POST /api/conversations/:id/replies/:messageId/edit', ownMessage(200), ({ messageId }) => ({
    content: 'Nobody is.',
    leafId: messageId,
  })),
  // As above: the message is a reply.
  ofMessage(
    'PUT /api/conversations/:id/messages/:messageId/text',
    { ...ownMessage(200), present: '401 404 400 404 404 404' },
    ({ messageId }) => ({ content: 'Is anyone down there?', leafId: messageId }),
  ),
  ofMessage('DELETE /api/conversations/:id/messages/:messageId', ownMessage(200), undefined, {
    query: ({ messageId }) => `leafId=${messageId}`,
  }),
  // It is not deleted.
  ofMessage(
    'POST /api/conversations/:id/messages/:messageId/restore',
    { ...ownMessage(200), present: '401 404 404 404 404 404' },
    ({ messageId }) => ({ leafId: messageId }),
  ),
  ofConversation('GET /api/conversations/:id/map', ownConversation(200)),
  ofMessage('PUT /api/conversations/:id/messages/:messageId/name', ownMessage(204), { name: 'The cellar' }),
  ofMessage('POST /api/conversations/:id/copy', ownMessage(201), ({ messageId }) => ({ messageId })),
  ofConversation('POST /api/conversations/:id/draft', ownConversation(200), {}),
  ofMessage('GET /api/conversations/:id/replies/:messageId/events', ownMessage(200)),
  ofMessage('POST /api/conversations/:id/replies/:messageId/continue', ownMessage(202), { length: 1 }),
  ofMessage('POST /api/conversations/:id/replies/:messageId/stop', ownMessage(204)),
  one('GET /api/lorebooks', signedIn),
  one('POST /api/lorebooks', signedInWith(201), { lorebook }),
  one('GET /api/lorebooks/:id', unknown),
  one('PUT /api/lorebooks/:id', unknown, { lorebook, name: 'Coast' }),
  one('DELETE /api/lorebooks/:id', unknown),
  one('POST /api/lorebooks/:id/restore', unknown),
  ofConversation('GET /api/conversations/:id/lorebooks', ownConversation(200)),
  ofConversation('PUT /api/conversations/:id/lorebooks', ownConversation(200), { ids: [] }),
  one('PUT /api/personas/:id/lorebooks', unknown, { ids: [] }),
  one('GET /api/personas', signedIn),
  one('POST /api/personas', signedInWith(201), { name: 'Sam', description: 'A navigator.' }),
  one('PUT /api/personas/:id', unknown, { name: 'Sam' }),
  one('DELETE /api/personas/:id', unknown),
  one('PUT /api/personas/default', signedIn, { personaId: null }),
  one('GET /api/personas/export', signedIn),
  one('POST /api/personas/import', signedInWith(201), {
    text: '{"personas":{"a.png":"Sam"},"persona_descriptions":{}}',
  }),
  ofConversation('PUT /api/conversations/:id/persona', ownConversation(200), { personaId: null }),
  ofConversation('PUT /api/conversations/:id/notes', ownConversation(200), { scene: 'The harbour at dawn.' }),
  one('GET /api/quick-replies', signedIn),
  one('PUT /api/quick-replies', signedIn, { replies: [] }),
  // The character is the conversation's own: it is there already.
  ofConversation('POST /api/conversations/:id/participants', ownConversation(200), ({ characterId, messageId }) => ({
    characterId,
    leafId: messageId,
  })),
  // The last character cannot leave.
  ofConversation(
    'DELETE /api/conversations/:id/participants/:characterId',
    { ...ownConversation(200), present: '401 404 400 404 404 404' },
    undefined,
    { query: ({ messageId }) => `leafId=${messageId}` },
  ),
  // It is no scene.
  ofConversation(
    'PUT /api/conversations/:id/turn-order',
    { ...ownConversation(200), present: '401 404 400 404 404 404' },
    { turnOrder: 'round' },
  ),
]

/** What no API key may call, besides what has no session: logins, keys, webhooks, payments, appeals, and what only admins and moderators do. */
const withoutKey =
  /^[A-Z]+ \/api\/(?:admin|billing-portal|create-subscription|subscription|sandbox|moderation|appeals|webhooks|auth\/(?!me$|user\/profile$|memory$|data))/
const forEverything: Route[] = [
  'PUT /api/auth/user/profile',
  'PUT /api/auth/memory',
  'GET /api/auth/data',
  'GET /api/auth/data/manifest',
  'POST /api/reports',
  'POST /api/safety/reviews',
  'PUT /api/characters/:id/rating',
  'PUT /api/notices/seen',
]
const forCharacters = /^[A-Z]+ \/api\/(?:characters|lorebooks|images|generate-image)/

/** The scopes of the API keys that may call a route, if it is not public. */
export function scopesFor(route: Route): readonly KeyScope[] {
  if (withoutKey.test(route)) return []
  if (forEverything.includes(route)) return ['everything']
  if (route.startsWith('GET ')) return keyScopes
  return [forCharacters.test(route) ? 'characters' : 'chat', 'everything']
}
