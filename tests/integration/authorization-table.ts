import type { Route } from '#tests/support/record-routes.ts'

/** Who asks. `owner` wrote the characters and holds the conversations that the others ask for. */
export const roles = ['anonymous', 'free', 'owner', 'premium', 'unconfirmed', 'admin'] as const
export type Role = (typeof roles)[number]

/** What is asked for: a character in each state it can be in, or a conversation and a reply in it. */
export const states = {
  character: ['public', 'private', 'mature', 'explicit', 'privateExplicit', 'downgraded', 'deleted', 'unknown'],
  conversation: ['present', 'deletedOne', 'unknownOne'],
  /** `elsewhere`: one's own conversation, with the id of a message that stands in another. */
  message: ['present', 'deletedOne', 'unknownOne', 'elsewhere', 'unknownMessage'],
  nothing: ['any'],
} as const
export type Kind = keyof typeof states
export type State = (typeof states)[Kind][number]

/** The ids of one target; what a row does not need it leaves alone. */
export interface Target {
  characterId: string
  conversationId: string
  messageId: string
  /** What the player's line was sent under. */
  clientMessageId: string
}

/** The status for each role, in the order of `roles`. */
type Statuses = string

interface RowOf<K extends Kind> {
  route: Route
  /** Where one route is asked in more than one way. */
  way?: string
  kind: K
  /** For parameters that are no target. */
  address?: string
  query?: (target: Target) => string
  body?: (target: Target) => unknown
  /** The call may change who is asking: it runs in a session of its own, and the account is put back. */
  changesAccount?: boolean
  expect: Record<(typeof states)[K][number], Statuses>
}
export type Row = { [K in Kind]: RowOf<K> }[Kind]

const signedOutToo = { any: '200 200 200 200 200 200' }
const signedIn = { any: '401 200 200 200 200 200' }
const fields = { name: 'Ada Quill', description: 'Keeps a lighthouse.' }

/** Only who wrote it; a character that is no more is nobody's. */
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

/** Whoever may meet it in a scene. */
const reachable = {
  public: '401 200 200 200 200 200',
  private: '401 404 200 404 404 404',
  mature: '401 404 200 200 404 200',
  explicit: '401 404 200 200 404 200',
  privateExplicit: '401 404 200 404 404 404',
  downgraded: '401 404 404 404 404 404',
  deleted: '401 404 404 404 404 404',
  unknown: '401 404 404 404 404 404',
}

const ownConversation = (status: 200 | 204) => ({
  present: `401 404 ${status} 404 404 404`,
  deletedOne: '401 404 404 404 404 404',
  unknownOne: '401 404 404 404 404 404',
})

const ownMessage = (status: 200 | 204) => ({
  ...ownConversation(status),
  elsewhere: '401 404 404 404 404 404',
  unknownMessage: '401 404 404 404 404 404',
})

/** The routes that answer without a session. Every other one is 401 to a signed-out request, whatever it carries. */
export const publicRoutes: Route[] = [
  'GET /healthz',
  'GET /readyz',
  'GET /api/openapi.json',
  'GET /api/docs',
  'GET /api/docs/json',
  'GET /api/docs/yaml',
  'GET /api/docs/static/*',
  'GET /api/docs/static/index.html',
  'GET /api/docs/static/swagger-initializer.js',
  'GET /*',
  'GET /portraits/:file',
  'GET /files/:file',
  'POST /api/auth/register',
  'POST /api/auth/login',
  'POST /api/auth/logout',
  'POST /api/auth/recover',
  'GET /api/payments',
  'POST /api/sandbox/confirm-payment',
]

/** Every route of the server, and what each role is told about each state of what it asks for. */
export const table: Row[] = [
  { route: 'GET /healthz', kind: 'nothing', expect: signedOutToo },
  { route: 'GET /readyz', kind: 'nothing', expect: signedOutToo },
  { route: 'GET /api/openapi.json', kind: 'nothing', expect: signedOutToo },
  { route: 'GET /api/docs', kind: 'nothing', expect: signedOutToo },
  { route: 'GET /api/docs/json', kind: 'nothing', expect: signedOutToo },
  { route: 'GET /api/docs/yaml', kind: 'nothing', expect: signedOutToo },
  {
    route: 'GET /api/docs/static/*',
    kind: 'nothing',
    address: '/api/docs/static/swagger-ui.css',
    expect: signedOutToo,
  },
  {
    route: 'GET /api/docs/static/index.html',
    kind: 'nothing',
    expect: { any: '302 302 302 302 302 302' },
  },
  { route: 'GET /api/docs/static/swagger-initializer.js', kind: 'nothing', expect: signedOutToo },
  { route: 'GET /*', kind: 'nothing', address: '/discover', expect: signedOutToo },
  { route: 'GET /portraits/:file', kind: 'nothing', address: '/portraits/ada-quill.svg', expect: signedOutToo },
  {
    route: 'GET /files/:file',
    kind: 'nothing',
    address: '/files/01890000-0000-7000-8000-000000000000.webp',
    expect: { any: '404 404 404 404 404 404' },
  },
  {
    route: 'POST /api/generate-image',
    kind: 'nothing',
    body: () => ({ prompt: 'a lighthouse keeper' }),
    expect: { any: '401 403 200 200 403 200' },
  },
  // What is sent here is no picture: whoever is signed in is told so. Pictures are in images.test.ts.
  { route: 'POST /api/images', kind: 'nothing', expect: { any: '401 415 415 415 415 415' } },

  {
    route: 'POST /api/auth/register',
    kind: 'nothing',
    body: () => ({ username: `newcomer-${crypto.randomUUID()}`, password: 'stage-door' }),
    changesAccount: true,
    expect: signedOutToo,
  },
  {
    route: 'POST /api/auth/login',
    kind: 'nothing',
    body: () => ({ username: 'free', password: 'stage-door' }),
    changesAccount: true,
    expect: signedOutToo,
  },
  {
    route: 'POST /api/auth/logout',
    kind: 'nothing',
    changesAccount: true,
    expect: { any: '204 204 204 204 204 204' },
  },
  { route: 'GET /api/auth/me', kind: 'nothing', expect: signedIn },
  {
    route: 'PUT /api/auth/user/profile',
    kind: 'nothing',
    body: () => ({ displayName: 'Somebody' }),
    changesAccount: true,
    expect: signedIn,
  },
  {
    route: 'POST /api/auth/adult-confirmation',
    kind: 'nothing',
    body: () => ({ confirmed: true }),
    changesAccount: true,
    expect: signedIn,
  },
  {
    route: 'POST /api/auth/password',
    kind: 'nothing',
    body: () => ({ currentPassword: 'stage-door', newPassword: 'stage-door' }),
    changesAccount: true,
    expect: signedIn,
  },
  {
    route: 'POST /api/auth/recover',
    kind: 'nothing',
    body: () => ({ username: 'owner', code: '0000-0000-0000-0000-0000-0000-0000', newPassword: 'stage-door' }),
    changesAccount: true,
    expect: { any: '401 401 401 401 401 401' },
  },
  { route: 'GET /api/auth/recovery-codes', kind: 'nothing', expect: signedIn },
  {
    route: 'POST /api/auth/recovery-codes',
    kind: 'nothing',
    body: () => ({ password: 'stage-door' }),
    expect: signedIn,
  },
  { route: 'GET /api/auth/sessions', kind: 'nothing', expect: signedIn },
  {
    route: 'DELETE /api/auth/sessions',
    kind: 'nothing',
    changesAccount: true,
    expect: { any: '401 204 204 204 204 204' },
  },
  {
    route: 'DELETE /api/auth/sessions/:id',
    kind: 'nothing',
    address: '/api/auth/sessions/a-session-of-nobody',
    expect: { any: '401 404 404 404 404 404' },
  },
  { route: 'GET /api/auth/data', kind: 'nothing', expect: signedIn },
  {
    route: 'POST /api/auth/deletion',
    kind: 'nothing',
    body: () => ({ password: 'stage-door' }),
    changesAccount: true,
    expect: signedIn,
  },
  { route: 'POST /api/auth/restore', kind: 'nothing', changesAccount: true, expect: signedIn },

  { route: 'GET /api/characters/public', kind: 'nothing', expect: signedIn },
  { route: 'GET /api/characters', kind: 'nothing', expect: signedIn },
  {
    route: 'POST /api/characters',
    kind: 'nothing',
    body: () => fields,
    expect: { any: '401 201 201 201 201 201' },
  },
  {
    route: 'POST /api/characters',
    way: 'over one that is there',
    kind: 'character',
    body: ({ characterId }) => ({ ...fields, id: characterId }),
    expect: ownersOnly(200),
  },
  {
    route: 'GET /api/characters/:id',
    kind: 'character',
    // An author reads what they wrote, so that it can be made milder after a downgrade.
    expect: { ...reachable, downgraded: '401 404 200 404 404 404' },
  },
  {
    route: 'PUT /api/characters/:id',
    kind: 'character',
    body: () => ({ description: 'Sold the lighthouse.' }),
    // What is no longer allowed is not saved again as it is.
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
  { route: 'GET /api/characters/:id/rating', kind: 'character', expect: reachable },
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
    way: 'a character',
    kind: 'character',
    body: ({ characterId }) => ({ targetType: 'character', targetId: characterId, category: 'spam' }),
    // Authors change or delete what is their own.
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
    way: 'a line in a conversation',
    kind: 'conversation',
    body: ({ messageId }) => ({ targetType: 'message', targetId: messageId, category: 'hate' }),
    expect: {
      present: '401 404 201 404 404 404',
      deletedOne: '401 404 404 404 404 404',
      unknownOne: '401 404 404 404 404 404',
    },
  },

  {
    route: 'POST /api/chat',
    way: 'a new conversation',
    kind: 'character',
    body: ({ characterId }) => ({ characterId, message: 'Good evening.' }),
    expect: reachable,
  },
  {
    route: 'POST /api/chat',
    way: 'in a conversation',
    kind: 'conversation',
    body: ({ characterId, conversationId }) => ({ characterId, conversationId, message: 'Go on.' }),
    expect: ownConversation(200),
  },
  {
    route: 'POST /api/new-chat-greeting',
    kind: 'character',
    body: ({ characterId }) => ({ characterId, originalGreeting: 'Hello there.' }),
    expect: reachable,
  },
  { route: 'GET /api/model', kind: 'nothing', expect: signedIn },

  { route: 'GET /api/payments', kind: 'nothing', expect: signedOutToo },
  {
    route: 'POST /api/create-subscription',
    kind: 'nothing',
    body: () => ({ tier: 'premium', customerEmail: 'ada@example.com', customerName: 'Ada Quill' }),
    // Whoever has what Premium offers has nothing to subscribe to.
    expect: { any: '401 200 409 409 409 409' },
  },
  {
    // As on a payment service's own page, the secret opens it and nothing else does.
    route: 'POST /api/sandbox/confirm-payment',
    kind: 'nothing',
    body: () => ({ clientSecret: 'a guess', number: '4242424242424242', expiry: '12 / 40', cvc: '123' }),
    expect: { any: '404 404 404 404 404 404' },
  },

  { route: 'GET /api/conversations', kind: 'nothing', expect: signedIn },
  {
    route: 'POST /api/conversations',
    kind: 'character',
    body: ({ characterId }) => ({ characterId }),
    expect: {
      public: '401 201 201 201 201 201',
      private: '401 404 201 404 404 404',
      mature: '401 404 201 201 404 201',
      explicit: '401 404 201 201 404 201',
      privateExplicit: '401 404 201 404 404 404',
      downgraded: '401 404 404 404 404 404',
      deleted: '401 404 404 404 404 404',
      unknown: '401 404 404 404 404 404',
    },
  },
  { route: 'GET /api/conversations/:id', kind: 'conversation', expect: ownConversation(200) },
  {
    route: 'GET /api/conversations/:id',
    way: 'before a message',
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
  { route: 'DELETE /api/conversations/:id', kind: 'conversation', expect: ownConversation(204) },
  {
    route: 'POST /api/conversations/:id/restore',
    kind: 'conversation',
    expect: {
      present: '401 404 404 404 404 404',
      deletedOne: '401 404 200 404 404 404',
      unknownOne: '401 404 404 404 404 404',
    },
  },
  {
    route: 'POST /api/conversations/:id/replies',
    kind: 'message',
    body: ({ messageId }) => ({ messageId }),
    expect: ownMessage(200),
  },
  { route: 'GET /api/chat/:clientMessageId', kind: 'conversation', expect: ownConversation(200) },
  { route: 'GET /api/conversations/:id/replies/:messageId/events', kind: 'message', expect: ownMessage(200) },
  { route: 'POST /api/conversations/:id/replies/:messageId/stop', kind: 'message', expect: ownMessage(204) },
]
