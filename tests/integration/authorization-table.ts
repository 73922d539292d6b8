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

const anyone = { any: '200 200 200 200 200 200' }
const signedIn = { any: '401 200 200 200 200 200' }
const adminsOnly = (status: number) => ({ any: `401 403 403 403 403 ${status}` })
/** Nothing listens at the discard port. */
const connection = { name: 'Test', service: 'openai-compatible', baseUrl: 'http://127.0.0.1:9/v1', enabled: false }
const imageConnection = { service: 'openai-compatible', baseUrl: 'http://127.0.0.1:9/v1', size: 512 }
const fields = { name: 'Ada Quill', description: 'Keeps a lighthouse.' }

/** A chat of SillyTavern with one message. */
const importedChat = '{"user_name":"Sam","character_name":"Ada"}\n{"is_user":true,"mes":"Good evening."}'

const moderatorsOnly = (status: number) => ({ any: `401 403 403 403 403 ${status} ${status}` })

/** Only the author of a character that is not deleted. */
const ownersOnly = (status: 200 | 204) => ({
  public: `401 404 ${status} 404 404 404`,
  private: `401 404 ${status} 404 404 404`,
  mature: `401 404 ${status} 404 404 404`,
  explicit: `401 404 ${status} 404 404 404`,
  privateExplicit: `401 404 ${status} 404 404 404`,
  downgraded: `401 404 ${status} 404 404 404`,
  deleted: '401 404 404 404 404 404',
  unknown: '401 404 404 404 404 404',
})

/** Users who may chat with the character. */
const accessible = (status: 200 | 201) => ({
  public: `401 ${status} ${status} ${status} ${status} ${status}`,
  private: `401 404 ${status} 404 404 404`,
  mature: `401 404 ${status} ${status} 404 ${status}`,
  explicit: `401 404 ${status} ${status} 404 ${status}`,
  privateExplicit: `401 404 ${status} 404 404 404`,
  downgraded: '401 404 404 404 404 404',
  deleted: '401 404 404 404 404 404',
  unknown: '401 404 404 404 404 404',
})

const ownConversation = (status: 200 | 201 | 202 | 204) => ({
  present: `401 404 ${status} 404 404 404`,
  deletedConversation: '401 404 404 404 404 404',
  unknownConversation: '401 404 404 404 404 404',
})

const lorebook = '{"entries":[{"keys":["reef"],"content":"Sharp."}]}'
/** A persona or lorebook of nobody. */
const ownPersona = { any: '401 404 404 404 404 404' }
const nothingInConversation = {
  present: '401 404 404 404 404 404',
  deletedConversation: '401 404 404 404 404 404',
  unknownConversation: '401 404 404 404 404 404',
}

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
  'POST /api/auth/register',
  'POST /api/auth/login',
  'POST /api/auth/logout',
  'POST /api/auth/recover',
  'GET /api/payments',
  'POST /api/sandbox/confirm-payment',
  'POST /api/webhooks/stripe',
  'GET /ws',
]

/** Every route of the server, with the status for each role and each state of the requested object. */
export const table: Row[] = [
  { route: 'GET /healthz', kind: 'none', expect: anyone },
  { route: 'GET /readyz', kind: 'none', expect: anyone },
  { route: 'GET /api/openapi.json', kind: 'none', expect: anyone },
  { route: 'GET /api/docs', kind: 'none', expect: anyone },
  { route: 'GET /api/docs/*', kind: 'none', path: '/api/docs/static/swagger-ui.css', expect: anyone },
  { route: 'GET /*', kind: 'none', path: '/discover', expect: anyone },
  { route: 'GET /portraits/:file', kind: 'none', path: '/portraits/ada-quill.svg', expect: anyone },
  {
    route: 'GET /files/:file',
    kind: 'none',
    path: '/files/01890000-0000-7000-8000-000000000000.webp',
    expect: { any: '404 404 404 404 404 404' },
  },
  {
    route: 'POST /api/generate-image',
    kind: 'none',
    body: () => ({ prompt: 'a lighthouse keeper' }),
    expect: { any: '401 403 200 200 200 200' },
  },
  { route: 'GET /api/images/generated', kind: 'none', expect: { any: '401 403 200 200 200 200' } },
  // The body is not an image, so every signed-in user gets a 415. images.test.ts tests images.
  { route: 'POST /api/images', kind: 'none', expect: { any: '401 415 415 415 415 415' } },

  {
    route: 'POST /api/auth/register',
    kind: 'none',
    body: () => ({ username: `new-user-${crypto.randomUUID()}`, password: 'quiet-harbor' }),
    changesAccount: true,
    expect: anyone,
  },
  {
    route: 'POST /api/auth/login',
    kind: 'none',
    body: () => ({ username: 'free account', password: 'quiet-harbor' }),
    changesAccount: true,
    expect: anyone,
  },
  {
    route: 'POST /api/auth/logout',
    kind: 'none',
    changesAccount: true,
    expect: { any: '204 204 204 204 204 204' },
  },
  { route: 'GET /api/auth/me', kind: 'none', expect: signedIn },
  {
    route: 'PUT /api/auth/user/profile',
    kind: 'none',
    body: () => ({ displayName: 'New Name' }),
    changesAccount: true,
    expect: signedIn,
  },
  {
    route: 'PUT /api/auth/chat-filter',
    kind: 'none',
    body: () => ({ enabled: true }),
    changesAccount: true,
    expect: { any: '401 403 200 200 200 403' },
  },
  {
    route: 'PUT /api/auth/memory',
    kind: 'none',
    body: () => ({ enabled: false }),
    changesAccount: true,
    expect: signedIn,
  },
  {
    route: 'POST /api/auth/adult-confirmation',
    kind: 'none',
    body: () => ({ confirmed: true }),
    changesAccount: true,
    expect: signedIn,
  },
  {
    route: 'POST /api/auth/password',
    kind: 'none',
    body: () => ({ currentPassword: 'quiet-harbor', newPassword: 'quiet-harbor' }),
    changesAccount: true,
    expect: signedIn,
  },
  {
    route: 'POST /api/auth/recover',
    kind: 'none',
    body: () => ({ username: 'owner', code: '0000-0000-0000-0000-0000-0000-0000', newPassword: 'quiet-harbor' }),
    changesAccount: true,
    expect: { any: '401 401 401 401 401 401' },
  },
  { route: 'GET /api/auth/recovery-codes', kind: 'none', expect: signedIn },
  {
    route: 'POST /api/auth/recovery-codes',
    kind: 'none',
    body: () => ({ password: 'quiet-harbor' }),
    expect: signedIn,
  },
  { route: 'GET /api/auth/sessions', kind: 'none', expect: signedIn },
  {
    route: 'DELETE /api/auth/sessions',
    kind: 'none',
    changesAccount: true,
    expect: { any: '401 204 204 204 204 204' },
  },
  {
    route: 'DELETE /api/auth/sessions/:id',
    kind: 'none',
    path: '/api/auth/sessions/unknown-session',
    expect: { any: '401 404 404 404 404 404' },
  },
  { route: 'GET /api/auth/data', kind: 'none', expect: signedIn },
  { route: 'GET /api/auth/data/manifest', kind: 'none', expect: signedIn },
  {
    route: 'POST /api/auth/deletion',
    kind: 'none',
    body: () => ({ password: 'quiet-harbor' }),
    changesAccount: true,
    // The admin is the only one.
    expect: { any: '401 200 200 200 200 409' },
  },
  { route: 'POST /api/auth/restore', kind: 'none', changesAccount: true, expect: signedIn },

  { route: 'GET /api/characters/public', kind: 'none', expect: signedIn },
  { route: 'GET /api/characters', kind: 'none', expect: signedIn },
  {
    route: 'POST /api/characters',
    kind: 'none',
    body: () => fields,
    expect: { any: '401 201 201 201 201 201' },
  },
  {
    route: 'POST /api/characters',
    variant: 'with the id of an existing character',
    kind: 'character',
    body: ({ characterId }) => ({ ...fields, id: characterId }),
    expect: ownersOnly(200),
  },
  {
    route: 'GET /api/characters/:id',
    kind: 'character',
    // Authors can read their own characters, so that they can lower the rating after a downgrade.
    expect: { ...accessible(200), downgraded: '401 404 200 404 404 404' },
  },
  {
    route: 'PUT /api/characters/:id',
    kind: 'character',
    body: () => ({ description: 'Sold the lighthouse.' }),
    // A rating that is no longer allowed cannot be saved again.
    expect: { ...ownersOnly(200), downgraded: '401 404 403 404 404 404' },
  },
  { route: 'DELETE /api/characters/:id', kind: 'character', expect: ownersOnly(204) },
  {
    route: 'POST /api/characters/:id/restore',
    kind: 'character',
    expect: {
      public: '401 404 404 404 404 404',
      private: '401 404 404 404 404 404',
      mature: '401 404 404 404 404 404',
      explicit: '401 404 404 404 404 404',
      privateExplicit: '401 404 404 404 404 404',
      downgraded: '401 404 404 404 404 404',
      deleted: '401 404 200 404 404 404',
      unknown: '401 404 404 404 404 404',
    },
  },
  {
    route: 'POST /api/characters/import',
    kind: 'none',
    body: () => fields,
    expect: signedIn,
  },
  {
    route: 'POST /api/characters/proposal',
    kind: 'none',
    body: () => ({ idea: 'A lighthouse keeper', field: 'personality' }),
    expect: signedIn,
  },
  {
    route: 'POST /api/characters/try',
    kind: 'none',
    body: () => ({ fields, message: 'Good evening.' }),
    expect: signedIn,
  },
  // Authors can take out their own characters after a downgrade too.
  { route: 'GET /api/characters/:id/card.json', kind: 'character', expect: ownersOnly(200) },
  { route: 'GET /api/characters/:id/card.png', kind: 'character', expect: ownersOnly(200) },
  { route: 'GET /api/characters/:id/card.charx', kind: 'character', expect: ownersOnly(200) },
  // character-cards.test.ts has one with a background.
  {
    route: 'GET /api/characters/:id/background',
    kind: 'none',
    path: '/api/characters/unknown/background',
    expect: { any: '401 404 404 404 404 404' },
  },
  { route: 'GET /api/characters/:id/revisions', kind: 'character', expect: ownersOnly(200) },
  {
    route: 'GET /api/characters/:id/revisions/:revisionId',
    kind: 'none',
    path: '/api/characters/unknown/revisions/unknown',
    expect: { any: '401 404 404 404 404 404' },
  },
  { route: 'GET /api/characters/:id/lorebook', kind: 'character', expect: ownersOnly(200) },
  {
    route: 'PUT /api/characters/:id/lorebook',
    kind: 'character',
    body: () => ({ lorebook }),
    expect: { ...ownersOnly(200), downgraded: '401 404 403 404 404 404' },
  },
  { route: 'GET /api/characters/:id/rating', kind: 'character', expect: accessible(200) },
  {
    route: 'PUT /api/characters/:id/rating',
    kind: 'character',
    body: () => ({ stars: 4 }),
    expect: {
      public: '401 200 403 200 200 200',
      private: '401 404 403 404 404 404',
      mature: '401 404 403 200 404 200',
      explicit: '401 404 403 200 404 200',
      privateExplicit: '401 404 403 404 404 404',
      downgraded: '401 404 404 404 404 404',
      deleted: '401 404 404 404 404 404',
      unknown: '401 404 404 404 404 404',
    },
  },

  {
    route: 'POST /api/reports',
    variant: 'a character',
    kind: 'character',
    body: ({ characterId }) => ({ targetType: 'character', targetId: characterId, category: 'spam' }),
    // Authors cannot report their own characters.
    expect: {
      public: '401 201 403 201 201 201',
      private: '401 404 403 404 404 404',
      mature: '401 404 403 201 404 201',
      explicit: '401 404 403 201 404 201',
      privateExplicit: '401 404 403 404 404 404',
      downgraded: '401 404 404 404 404 404',
      deleted: '401 404 404 404 404 404',
      unknown: '401 404 404 404 404 404',
    },
  },
  {
    route: 'POST /api/reports',
    variant: 'a message in a conversation',
    kind: 'conversation',
    body: ({ messageId }) => ({ targetType: 'message', targetId: messageId, category: 'hate' }),
    expect: {
      present: '401 404 201 404 404 404',
      deletedConversation: '401 404 404 404 404 404',
      unknownConversation: '401 404 404 404 404 404',
    },
  },
  { route: 'GET /api/reports', kind: 'none', expect: signedIn },
  {
    route: 'POST /api/safety/reviews',
    kind: 'none',
    body: () => ({ rule: 'minors', note: 'It was about a ship.' }),
    expect: { any: '401 202 202 202 202 202' },
  },
  { route: 'GET /api/moderation/decisions', kind: 'none', expect: signedIn },
  {
    route: 'POST /api/appeals',
    kind: 'none',
    body: ({ conversationId }) => ({ flagId: conversationId, text: 'Please look again.' }),
    expect: { any: '401 404 404 404 404 404' },
  },

  { route: 'GET /api/admin/flags', kind: 'none', expect: moderatorsOnly(200) },
  { route: 'GET /api/admin/flags/count', kind: 'none', expect: moderatorsOnly(200) },
  { route: 'GET /api/admin/flags/open', kind: 'none', expect: moderatorsOnly(200) },
  { route: 'GET /api/admin/flags/acknowledged', kind: 'none', expect: moderatorsOnly(200) },
  { route: 'GET /api/admin/flags/resolved', kind: 'none', expect: moderatorsOnly(200) },
  { route: 'GET /api/admin/flags/dismissed', kind: 'none', expect: moderatorsOnly(200) },
  { route: 'GET /api/admin/flags/:id', kind: 'none', expect: moderatorsOnly(404) },
  {
    route: 'POST /api/admin/flags/:id/action',
    kind: 'none',
    body: () => ({ action: 'approve' }),
    expect: moderatorsOnly(404),
  },
  { route: 'POST /api/admin/flags/:id/undo', kind: 'none', expect: moderatorsOnly(404) },
  { route: 'POST /api/admin/flags/:id/claim', kind: 'none', expect: moderatorsOnly(404) },
  { route: 'DELETE /api/admin/flags/:id/claim', kind: 'none', expect: moderatorsOnly(404) },
  {
    route: 'POST /api/admin/flags/bulk',
    kind: 'none',
    body: ({ conversationId }) => ({ ids: [conversationId], action: 'dismiss' }),
    expect: moderatorsOnly(200),
  },
  {
    route: 'POST /api/admin/users/:id/suspension',
    kind: 'none',
    path: '/api/admin/users/unknown/suspension',
    body: () => ({ days: 1 }),
    expect: moderatorsOnly(404),
  },
  {
    route: 'DELETE /api/admin/users/:id/suspension',
    kind: 'none',
    path: '/api/admin/users/unknown/suspension',
    expect: moderatorsOnly(404),
  },
  { route: 'GET /api/admin/stats', kind: 'none', expect: moderatorsOnly(200) },
  {
    route: 'GET /api/admin/safety-report',
    kind: 'none',
    query: () => 'year=2026',
    expect: moderatorsOnly(200),
  },
  { route: 'GET /api/admin/alerts/stream', kind: 'none', isEndless: true, expect: moderatorsOnly(200) },
  { route: 'POST /api/admin/websocket-token', kind: 'none', expect: moderatorsOnly(200) },
  // Anybody may open a socket; its first message authenticates it. This request is not a handshake.
  { route: 'GET /ws', kind: 'none', expect: { any: '404 404 404 404 404 404' } },
  { route: 'GET /api/admin/audits', kind: 'none', expect: moderatorsOnly(200) },
  { route: 'GET /api/admin/audits/export', kind: 'none', expect: adminsOnly(200) },
  { route: 'GET /api/admin/audits/head', kind: 'none', expect: adminsOnly(200) },

  {
    route: 'POST /api/chat',
    variant: 'a new conversation',
    kind: 'character',
    body: ({ characterId }) => ({ characterId, message: 'Good evening.' }),
    expect: accessible(200),
  },
  {
    route: 'POST /api/chat',
    variant: 'in a conversation',
    kind: 'conversation',
    body: ({ characterId, conversationId }) => ({ characterId, conversationId, message: 'Go on.' }),
    expect: ownConversation(200),
  },
  {
    route: 'POST /api/new-chat-greeting',
    kind: 'character',
    body: ({ characterId }) => ({ characterId, originalGreeting: 'Hello there.' }),
    expect: accessible(200),
  },
  { route: 'GET /api/model', kind: 'none', expect: signedIn },

  { route: 'GET /api/admin/overview', kind: 'none', expect: adminsOnly(200) },
  { route: 'GET /api/admin/users', kind: 'none', expect: adminsOnly(200) },
  { route: 'GET /api/admin/users/:id', kind: 'none', expect: moderatorsOnly(404) },
  { route: 'DELETE /api/admin/users/:id/sessions', kind: 'none', expect: adminsOnly(404) },
  { route: 'POST /api/admin/users/:id/recovery-code', kind: 'none', expect: adminsOnly(404) },
  { route: 'PUT /api/admin/users/:id/premium', kind: 'none', body: () => ({ granted: true }), expect: adminsOnly(404) },
  {
    route: 'PUT /api/admin/users/:id/role',
    kind: 'none',
    body: () => ({ role: 'admin', password: 'quiet-harbor' }),
    expect: adminsOnly(404),
  },

  { route: 'GET /api/admin/images', kind: 'none', expect: adminsOnly(200) },
  { route: 'POST /api/admin/images/test', kind: 'none', body: () => imageConnection, expect: adminsOnly(200) },
  // A service that does not exist: with another one, the row of generated images would fail.
  {
    route: 'PUT /api/admin/images',
    kind: 'none',
    body: () => ({ ...imageConnection, service: 'unknown' }),
    expect: adminsOnly(400),
  },
  { route: 'DELETE /api/admin/images', kind: 'none', expect: adminsOnly(200) },

  {
    route: 'GET /api/conversations/:id/replies/:messageId/receipt',
    kind: 'none',
    path: '/api/conversations/unknown/replies/unknown/receipt',
    expect: { any: '401 404 404 404 404 404' },
  },
  {
    route: 'GET /api/site-pages/:name',
    kind: 'none',
    path: '/api/site-pages/terms',
    expect: { any: '200 200 200 200 200 200' },
  },
  {
    route: 'PUT /api/admin/site-pages/:name',
    kind: 'none',
    path: '/api/admin/site-pages/terms',
    // A page that was changed by somebody else.
    body: () => ({ text: 'Be kind.', updatedAt: 1 }),
    expect: adminsOnly(409),
  },
  { route: 'GET /api/admin/budget', kind: 'none', expect: adminsOnly(200) },
  {
    route: 'PUT /api/admin/budget',
    kind: 'none',
    body: () => ({ dollars: null, stops: false }),
    expect: adminsOnly(200),
  },

  { route: 'GET /api/admin/models', kind: 'none', expect: adminsOnly(200) },
  { route: 'POST /api/admin/models', kind: 'none', body: () => connection, expect: adminsOnly(201) },
  {
    route: 'PUT /api/admin/models/:id',
    kind: 'none',
    path: '/api/admin/models/unknown-connection',
    body: () => connection,
    expect: adminsOnly(404),
  },
  {
    route: 'DELETE /api/admin/models/:id',
    kind: 'none',
    path: '/api/admin/models/unknown-connection',
    expect: adminsOnly(404),
  },
  { route: 'POST /api/admin/models/order', kind: 'none', body: () => ({ ids: [] }), expect: adminsOnly(200) },
  { route: 'POST /api/admin/models/test', kind: 'none', body: () => ({ connection }), expect: adminsOnly(200) },
  { route: 'POST /api/admin/models/available', kind: 'none', body: () => ({ connection }), expect: adminsOnly(200) },

  { route: 'GET /api/admin/local-models', kind: 'none', expect: adminsOnly(200) },
  // It is installed already.
  { route: 'POST /api/admin/local-models/runtime', kind: 'none', expect: adminsOnly(200) },
  {
    route: 'POST /api/admin/local-models/download',
    kind: 'none',
    body: () => ({ id: 'unknown' }),
    expect: adminsOnly(404),
  },
  { route: 'DELETE /api/admin/local-models/download', kind: 'none', expect: adminsOnly(200) },
  {
    route: 'DELETE /api/admin/local-models/files/:name',
    kind: 'none',
    path: '/api/admin/local-models/files/unknown.gguf',
    expect: adminsOnly(404),
  },

  { route: 'GET /api/payments', kind: 'none', expect: anyone },
  { route: 'GET /api/subscription', kind: 'none', expect: signedIn },
  { route: 'GET /api/subscription/invoices', kind: 'none', expect: signedIn },
  { route: 'GET /api/admin/payments', kind: 'none', expect: adminsOnly(200) },
  { route: 'POST /api/admin/payments/test', kind: 'none', expect: adminsOnly(200) },
  // No account here has a subscription or is a customer.
  { route: 'POST /api/subscription/cancel', kind: 'none', expect: { any: '401 409 409 409 409 409' } },
  { route: 'POST /api/subscription/resume', kind: 'none', expect: { any: '401 409 409 409 409 409' } },
  { route: 'POST /api/billing-portal', kind: 'none', expect: { any: '401 409 409 409 409 409' } },
  {
    route: 'POST /api/sandbox/card',
    kind: 'none',
    body: () => ({ number: '4242424242424242', expiry: '12 / 40', cvc: '123' }),
    expect: { any: '401 409 409 409 409 409' },
  },
  // Only the signature gives access. Without Stripe, as here, there are no webhooks.
  { route: 'POST /api/webhooks/stripe', kind: 'none', expect: { any: '404 404 404 404 404 404' } },
  {
    route: 'POST /api/create-subscription',
    kind: 'none',
    body: () => ({ tier: 'premium', customerEmail: 'ada@example.com', customerName: 'Ada Quill' }),
    // Accounts that already have premium rights cannot subscribe.
    expect: { any: '401 200 409 409 409 409' },
  },
  {
    // Only the client secret gives access, as on the page of a payment service.
    route: 'POST /api/sandbox/confirm-payment',
    kind: 'none',
    body: () => ({ clientSecret: 'a guess', number: '4242424242424242', expiry: '12 / 40', cvc: '123' }),
    expect: { any: '404 404 404 404 404 404' },
  },

  { route: 'GET /api/messages', kind: 'none', query: () => 'search=hello', expect: signedIn },
  { route: 'GET /api/events', kind: 'none', isEndless: true, expect: signedIn },
  { route: 'GET /api/conversations/characters', kind: 'none', expect: signedIn },
  { route: 'GET /api/notices', kind: 'none', expect: signedIn },
  { route: 'PUT /api/notices/seen', kind: 'none', body: () => ({ at: 0 }), expect: { any: '401 204 204 204 204 204' } },
  { route: 'GET /api/folders', kind: 'none', expect: signedIn },
  {
    route: 'POST /api/folders',
    kind: 'none',
    body: () => ({ name: 'Sea stories' }),
    expect: { any: '401 201 201 201 201 201' },
  },
  {
    route: 'PATCH /api/folders/:id',
    kind: 'none',
    path: '/api/folders/of-nobody',
    body: () => ({ name: 'Sea stories' }),
    expect: { any: '401 404 404 404 404 404' },
  },
  {
    route: 'DELETE /api/folders/:id',
    kind: 'none',
    path: '/api/folders/of-nobody',
    expect: { any: '401 404 404 404 404 404' },
  },
  { route: 'GET /api/conversations', kind: 'none', expect: signedIn },
  {
    route: 'POST /api/conversations',
    kind: 'character',
    body: ({ characterId }) => ({ characterId }),
    expect: accessible(201),
  },
  {
    route: 'POST /api/conversations/import',
    kind: 'character',
    body: ({ characterId }) => ({ characterId, text: importedChat }),
    expect: accessible(201),
  },
  { route: 'GET /api/conversations/:id/export', kind: 'conversation', expect: ownConversation(200) },
  { route: 'GET /api/conversations/:id', kind: 'conversation', expect: ownConversation(200) },
  {
    route: 'GET /api/conversations/:id',
    variant: 'before a message',
    kind: 'message',
    query: ({ messageId }) => `before=${messageId}`,
    expect: ownMessage(200),
  },
  {
    route: 'PATCH /api/conversations/:id',
    kind: 'conversation',
    body: () => ({ title: 'A storm' }),
    expect: ownConversation(200),
  },
  { route: 'GET /api/conversations/:id/character-updates', kind: 'conversation', expect: ownConversation(200) },
  {
    route: 'PUT /api/conversations/:id/revisions',
    kind: 'conversation',
    body: ({ characterId }) => ({ choice: 'keep', revisions: [{ characterId, revisionId: 'unknown' }] }),
    expect: ownConversation(200),
  },
  {
    route: 'PUT /api/conversations/:id/character',
    kind: 'conversation',
    body: ({ characterId }) => ({ characterId }),
    expect: ownConversation(200),
  },
  { route: 'DELETE /api/conversations/:id', kind: 'conversation', expect: ownConversation(204) },
  {
    route: 'POST /api/conversations/:id/restore',
    kind: 'conversation',
    expect: {
      present: '401 404 404 404 404 404',
      deletedConversation: '401 404 200 404 404 404',
      unknownConversation: '401 404 404 404 404 404',
    },
  },
  {
    route: 'POST /api/conversations/:id/replies',
    kind: 'message',
    body: ({ messageId }) => ({ messageId }),
    expect: ownMessage(200),
  },
  {
    route: 'PUT /api/conversations/:id/leaf',
    kind: 'message',
    body: ({ messageId }) => ({ messageId, leafId: messageId }),
    expect: ownMessage(200),
  },
  {
    route: 'PUT /api/conversations/:id/messages/:messageId/excluded',
    kind: 'message',
    body: ({ messageId }) => ({ excluded: true, leafId: messageId }),
    expect: ownMessage(200),
  },
  { route: 'GET /api/conversations/:id/messages/:messageId', kind: 'message', expect: ownMessage(200) },
  { route: 'GET /api/conversations/:id/memory', kind: 'conversation', expect: ownConversation(200) },
  {
    route: 'PUT /api/conversations/:id/memory',
    kind: 'conversation',
    body: () => ({ enabled: false }),
    expect: ownConversation(200),
  },
  {
    route: 'POST /api/conversations/:id/memory/facts',
    kind: 'message',
    body: ({ messageId }) => ({ text: 'The lamp is out.', sources: [messageId] }),
    // What is no message of the conversation is no source of the fact.
    expect: {
      ...ownMessage(201),
      foreignMessage: '401 201 201 201 201 201',
      unknownMessage: '401 201 201 201 201 201',
    },
  },
  {
    // There is no such fact or summary; memory.test.ts requests those of other users.
    route: 'PATCH /api/conversations/:id/memory/facts/:factId',
    kind: 'conversation',
    body: () => ({ pinned: true }),
    expect: nothingInConversation,
  },
  { route: 'DELETE /api/conversations/:id/memory/facts/:factId', kind: 'conversation', expect: nothingInConversation },
  {
    route: 'PUT /api/conversations/:id/memory/summaries/:summaryId',
    kind: 'conversation',
    body: () => ({ text: 'They met.' }),
    expect: nothingInConversation,
  },
  {
    route: 'DELETE /api/conversations/:id/memory/summaries/:summaryId/correction',
    kind: 'conversation',
    expect: nothingInConversation,
  },
  {
    // The message of the request is a reply: only its owner gets the error that it is not a user's message.
    route: 'POST /api/conversations/:id/messages/:messageId/edit',
    kind: 'message',
    body: () => ({ content: 'Is anyone down there?' }),
    expect: { ...ownMessage(200), present: '401 404 400 404 404 404' },
  },
  {
    route: 'POST /api/conversations/:id/replies/:messageId/edit',
    kind: 'message',
    body: ({ messageId }) => ({ content: 'Nobody is.', leafId: messageId }),
    expect: ownMessage(200),
  },
  {
    // As above: the message is a reply.
    route: 'PUT /api/conversations/:id/messages/:messageId/text',
    kind: 'message',
    body: ({ messageId }) => ({ content: 'Is anyone down there?', leafId: messageId }),
    expect: { ...ownMessage(200), present: '401 404 400 404 404 404' },
  },
  {
    route: 'DELETE /api/conversations/:id/messages/:messageId',
    kind: 'message',
    query: ({ messageId }) => `leafId=${messageId}`,
    expect: ownMessage(200),
  },
  {
    // It is not deleted.
    route: 'POST /api/conversations/:id/messages/:messageId/restore',
    kind: 'message',
    body: ({ messageId }) => ({ leafId: messageId }),
    expect: { ...ownMessage(200), present: '401 404 404 404 404 404' },
  },
  { route: 'GET /api/conversations/:id/map', kind: 'conversation', expect: ownConversation(200) },
  {
    route: 'PUT /api/conversations/:id/messages/:messageId/name',
    kind: 'message',
    body: () => ({ name: 'The cellar' }),
    expect: ownMessage(204),
  },
  {
    route: 'POST /api/conversations/:id/copy',
    kind: 'message',
    body: ({ messageId }) => ({ messageId }),
    expect: ownMessage(201),
  },
  { route: 'POST /api/conversations/:id/draft', kind: 'conversation', body: () => ({}), expect: ownConversation(200) },
  { route: 'GET /api/conversations/:id/replies/:messageId/events', kind: 'message', expect: ownMessage(200) },
  {
    route: 'POST /api/conversations/:id/replies/:messageId/continue',
    kind: 'message',
    body: () => ({ length: 1 }),
    expect: ownMessage(202),
  },
  { route: 'POST /api/conversations/:id/replies/:messageId/stop', kind: 'message', expect: ownMessage(204) },
  { route: 'GET /api/lorebooks', kind: 'none', expect: signedIn },
  {
    route: 'POST /api/lorebooks',
    kind: 'none',
    body: () => ({ lorebook }),
    expect: { any: '401 201 201 201 201 201' },
  },
  { route: 'GET /api/lorebooks/:id', kind: 'none', expect: ownPersona },
  { route: 'PUT /api/lorebooks/:id', kind: 'none', body: () => ({ lorebook, name: 'Coast' }), expect: ownPersona },
  { route: 'DELETE /api/lorebooks/:id', kind: 'none', expect: ownPersona },
  { route: 'POST /api/lorebooks/:id/restore', kind: 'none', expect: ownPersona },
  { route: 'GET /api/conversations/:id/lorebooks', kind: 'conversation', expect: ownConversation(200) },
  {
    route: 'PUT /api/conversations/:id/lorebooks',
    kind: 'conversation',
    body: () => ({ ids: [] }),
    expect: ownConversation(200),
  },
  { route: 'PUT /api/personas/:id/lorebooks', kind: 'none', body: () => ({ ids: [] }), expect: ownPersona },
  { route: 'GET /api/personas', kind: 'none', expect: signedIn },
  {
    route: 'POST /api/personas',
    kind: 'none',
    body: () => ({ name: 'Sam', description: 'A navigator.' }),
    expect: { any: '401 201 201 201 201 201' },
  },
  { route: 'PUT /api/personas/:id', kind: 'none', body: () => ({ name: 'Sam' }), expect: ownPersona },
  { route: 'DELETE /api/personas/:id', kind: 'none', expect: ownPersona },
  { route: 'PUT /api/personas/default', kind: 'none', body: () => ({ personaId: null }), expect: signedIn },
  { route: 'GET /api/personas/export', kind: 'none', expect: signedIn },
  {
    route: 'POST /api/personas/import',
    kind: 'none',
    body: () => ({ text: '{"personas":{"a.png":"Sam"},"persona_descriptions":{}}' }),
    expect: { any: '401 201 201 201 201 201' },
  },
  {
    route: 'PUT /api/conversations/:id/persona',
    kind: 'conversation',
    body: () => ({ personaId: null }),
    expect: ownConversation(200),
  },
  {
    route: 'PUT /api/conversations/:id/notes',
    kind: 'conversation',
    body: () => ({ scene: 'The harbour at dawn.' }),
    expect: ownConversation(200),
  },
  { route: 'GET /api/quick-replies', kind: 'none', expect: signedIn },
  { route: 'PUT /api/quick-replies', kind: 'none', body: () => ({ replies: [] }), expect: signedIn },
  {
    // The character is the conversation's own: it is there already.
    route: 'POST /api/conversations/:id/participants',
    kind: 'conversation',
    body: ({ characterId, messageId }) => ({ characterId, leafId: messageId }),
    expect: ownConversation(200),
  },
  {
    // The last character cannot leave.
    route: 'DELETE /api/conversations/:id/participants/:characterId',
    kind: 'conversation',
    query: ({ messageId }) => `leafId=${messageId}`,
    expect: { ...ownConversation(200), present: '401 404 400 404 404 404' },
  },
  {
    // It is no scene.
    route: 'PUT /api/conversations/:id/turn-order',
    kind: 'conversation',
    body: () => ({ turnOrder: 'round' }),
    expect: { ...ownConversation(200), present: '401 404 400 404 404 404' },
  },
]
