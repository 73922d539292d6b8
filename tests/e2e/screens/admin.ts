import type { AuditEntry } from '#shared/audit.ts'
import type { ImageConnectionResponse } from '#shared/images.ts'
import type { Invitation } from '#shared/invitations.ts'
import type { LocalModels } from '#shared/local-models.ts'
import { describeConnection, type ModelConnection, type ModelConnections } from '#shared/models.ts'
import type { Overview } from '#shared/overview.ts'
import type { AdminUser, AdminUserDetails } from '#shared/users.ts'
import type { VoiceConnection, VoiceConnections } from '#shared/voices.ts'
import { createFlag } from '#tests/support/create-flag.ts'
import { type Screen, see, server, statesOf, steps, user } from './screen.ts'

const [now, day] = [Date.now(), 86_400_000]
const figures = { requests: 0, failures: 0, promptTokens: 0, replyTokens: 0, medianFirstTokenMs: null }
const connection = (fields: Partial<ModelConnection>): ModelConnection => ({
  ...{ id: 'one', name: 'OpenRouter', source: 'connection', service: 'openrouter', serviceLabel: 'OpenRouter' },
  ...{ baseUrl: 'https://openrouter.ai/api/v1', model: 'anthropic/claude-sonnet-4.5' },
  ...{ contextTokens: 16_384, maxReplyTokens: null, countedPrices: null, premiumOnly: false, enabled: true },
  sampling: { temperature: null, topP: null, minP: null, repetitionPenalty: null },
  prices: { input: null, cached: null, output: null },
  ...{ hasKey: true, updatedAt: 1, process: null, state: 'unused', failure: null, figures },
  ...fields,
})

/** Each state of a connection; the server's own list of services. */
const connections: ModelConnection[] = [
  connection({
    id: 'environment',
    source: 'environment',
    name: 'Mistral',
    serviceLabel: 'Mistral',
    baseUrl: 'https://api.mistral.ai/v1',
    model: 'mistral-medium-latest',
    countedPrices: { input: 1.5, cached: 0.15, output: 7.5 },
    state: 'working',
    figures: { requests: 1_204, failures: 3, promptTokens: 4_820_113, replyTokens: 301_870, medianFirstTokenMs: 642 },
  }),
  connection({
    premiumOnly: true,
    state: 'failing',
    failure: {
      message: 'The account at the service has no credit or quota left. Add credit there, or wait until it is renewed.',
      at: now - 240_000,
    },
    figures: { requests: 87, failures: 12, promptTokens: 310_400, replyTokens: 22_110, medianFirstTokenMs: 1_310 },
  }),
  connection({ id: 'two', name: 'The workstation under the desk', serviceLabel: 'Ollama', model: null }),
  connection({ id: 'three', name: 'Old server', state: 'off', enabled: false }),
  connection({ id: 'four', name: 'Moved server', state: 'key_unreadable' }),
  connection({
    id: 'five',
    service: 'local-model',
    serviceLabel: 'A model on this machine',
    name: 'Qwen2.5 1.5B Instruct',
    model: 'qwen2.5-1.5b-instruct-q4_k_m.gguf',
    process: 'loading',
  }),
]

const showConnections = server.answerChanged<ModelConnections>('**/api/admin/models', ({ services }) => ({
  connections,
  services,
}))

const localModels = (over: Partial<LocalModels>) =>
  server.answerChanged<LocalModels>('**/api/admin/local-models', ({ catalogue, ...known }) => ({
    ...known,
    runtime: { state: 'installed', problem: null },
    folder: '/srv/troupe/data/local-model/models',
    memory: 16 * 1024 ** 3,
    files: [
      { name: 'my-own-model-q5.gguf', label: 'my-own-model-q5', bytes: 4_368_438_944, isConnected: false },
      { name: 'old.gguf', label: 'old', bytes: 1_117_320_736, isConnected: true },
    ],
    catalogue: catalogue.map((model, index) => ({ ...model, fits: index < 2, isRecommended: index === 1 })),
    ...over,
  }))
const download = { id: 'qwen3-4b', receivedBytes: 912_000_000, totalBytes: 2_497_280_736 }
const noRegistry =
  'npm cannot reach the package registry: this machine has no connection to the internet, or a proxy is needed. Connect it, then try again.'
const manyModels = Array.from({ length: 1_000 }, (_, index) => ({ id: `maker/model-${index}`, contextTokens: 32_768 }))

const account = (fields: Partial<AdminUser>): AdminUser => ({
  ...{ id: 'one', username: 'robin', name: 'Robin Ashdown', accountType: 'free', isModerator: false },
  ...{ premiumGranted: false, suspendedUntil: null, deletionScheduledAt: null },
  ...{ createdAt: now - 40 * day, lastSeenAt: now - 3_600_000 },
  ...fields,
})

/** Each plan and state of an account. */
const users: AdminUser[] = [
  account({ id: 'six', name: 'mina', username: 'mina', createdAt: now - 60_000, lastSeenAt: now }),
  account({}),
  account({ id: 'two', name: 'Imogen Vale', username: 'vale', accountType: 'premium' }),
  account({ id: 'three', name: 'Ottilie Bram', username: 'ottilie', accountType: 'admin' }),
  account({ id: 'four', name: 'Casper Lind', username: 'casper', suspendedUntil: now + 6 * day }),
  account({
    id: 'five',
    name: 'The Most Honourable Keeper of the Lamp and of All It Lights',
    username: 'wolfeschlegelsteinhausenbergerdorff',
    accountType: 'premium',
    premiumGranted: true,
    suspendedUntil: now + 30 * day,
    deletionScheduledAt: now + 9 * day,
    lastSeenAt: null,
  }),
]

const session = { createdAt: now - 30 * day, current: false }
const details: AdminUserDetails = {
  user: account({ id: 'five', accountType: 'premium', premiumGranted: true }),
  characters: 12,
  conversations: 1_840,
  strikes: 2,
  subscription: 'past_due',
  sessions: [
    { ...session, id: 'a', device: 'Firefox on Windows', kind: 'computer', lastSeenAt: now - 60_000 },
    { ...session, id: 'b', device: 'Safari on iPhone', kind: 'phone', lastSeenAt: now - 2 * day },
  ],
}

const entry = (seq: number, action: AuditEntry['action'], details: string): AuditEntry => ({
  ...{ id: String(seq), seq, action, targetType: 'user', targetId: 'five', targetName: 'ottilie', details },
  ...{ createdAt: now - seq * day, actor: { id: 'three', name: 'Ottilie Bram' } },
  ...{ facts: {}, requestId: 'request', hash: '0' },
})
const audits = [
  entry(1, 'grant_premium', 'Was given Premium; free → premium.'),
  entry(5, 'end_sessions', 'Logged out everywhere.'),
]

const aboutUser = [
  createFlag(),
  createFlag({ id: '2', severity: 4, status: 'resolved', category: 'threats', effect: 'warning' }),
]

const showUser = steps(
  server.answer(/\/api\/admin\/flags\?/, { flags: aboutUser }),
  server.answer(/\/api\/admin\/users\/five$/, details),
  server.answer(/\/api\/admin\/audits\?/, { audits }),
)

const overview: Partial<Overview> = {
  attention: [
    {
      text: 'OpenRouter fails. The account at the service has no credit or quota left.',
      isUrgent: true,
      to: '/admin/models',
    },
    { text: '2 flags are overdue.', isUrgent: true, to: '/admin' },
    {
      text: 'Payments are in test mode: Premium is given for test cards, and no money moves.',
      isUrgent: false,
      to: null,
    },
  ],
  activeUsers: 312,
  newUsers: 41,
  conversations: 1_204,
  accounts: { free: 12_480, premium: 840, admin: 3 },
  subscriptions: { paid: 811, pastDue: 4 },
  flags: { undecided: 17, escalated: 0, overdue: 2 },
  week: {
    people: [240, 260, 251, 298, 340, 325, 312],
    conversations: [900, 1_010, 980, 1_150, 1_320, 1_280, 1_204],
    accounts: [22, 35, 31, 44, 52, 47, 41],
    subscriptions: [3, 0, 4, 6, 2, 5, 1],
    flags: [4, 2, 0, 7, 3, 1, 2],
  },
  models: connections.slice(0, 5).map((one) => ({
    id: one.id,
    name: one.name,
    description: describeConnection(one),
    state: one.state,
    replies: one.figures.requests - one.figures.failures,
    failures: one.figures.failures,
    medianFirstTokenMs: one.figures.medianFirstTokenMs,
  })),
  costs: {
    budget: { dollars: 300, stops: true },
    spent: 251.8,
    days: Array.from({ length: 14 }, (_, index) => Date.UTC(2026, 10, 24) - index * day),
    connections: connections.slice(0, 5).map((one, index) => ({
      id: one.id,
      name: one.name,
      description: describeConnection(one),
      isCounted: index < 2,
      month: index < 2 ? { free: 61.2 / (index + 1), premium: 80 } : { free: 0, premium: 0 },
      days: Array.from({ length: 14 }, () => ({ free: index === 0 ? 3.1 : 0, premium: index === 1 ? 0.001 : 0 })),
    })),
  },
}
const modelErrors = [
  { kind: 'no answer in time', count: 9 },
  { kind: 'too many requests', count: 4 },
]
const showOverview = server.answerChanged<Overview>('**/api/admin/overview', (found) => ({
  ...{ ...found, ...overview, instance: { ...found.instance, modelErrors, requests: 48_210, memory: 4.12e8 } },
  backups: { count: 7, bytes: 310_000_000, newestAt: now - 5 * 3_600_000, isNightly: true, failure: null },
}))

const imageConnection: ImageConnectionResponse['connection'] = {
  ...{ service: 'automatic1111', serviceLabel: 'Stable Diffusion web UI (AUTOMATIC1111)', model: null, size: 768 },
  ...{ baseUrl: 'http://127.0.0.1:7860', hasKey: true, isKeyUnreadable: true, updatedAt: 1 },
}
const showImages = server.answerChanged<ImageConnectionResponse>('**/api/admin/images', ({ services }) => ({
  connection: imageConnection,
  services,
}))

const voiceService = (fields: Partial<VoiceConnection>): VoiceConnection => ({
  ...{ id: 'one', name: 'OpenAI', service: 'openai', serviceLabel: 'OpenAI', baseUrl: 'https://api.openai.com/v1' },
  ...{ speechModel: 'gpt-4o-mini-tts', voices: ['alloy', 'ash', 'coral'].map((id) => ({ id, label: id })) },
  ...{ transcriptionModel: 'gpt-4o-mini-transcribe', speechPrice: 15, transcriptionPrice: 0.003, enabled: true },
  ...{ hasKey: true, isKeyUnreadable: false, updatedAt: 1 },
  ...fields,
})
const voiceServices = [
  voiceService({}),
  voiceService({
    ...{ id: 'two', name: 'The workstation under the desk', serviceLabel: 'Kokoro-FastAPI', speechModel: 'kokoro' },
    ...{ baseUrl: 'http://workstation.example:8880/v1', transcriptionModel: null, isKeyUnreadable: true },
  }),
  voiceService({ id: 'three', name: 'Dictation', voices: [], enabled: false }),
]
const showVoices = server.answerChanged<VoiceConnections>('**/api/admin/voices', ({ services }) => ({
  ...{ connections: voiceServices, services, today: { seconds: 5_220, dollars: 1.174 }, roundTrip: 1_450 },
}))

const invitation: Invitation = {
  ...{ id: 'one', token: 'abc', note: 'Book club', uses: 2, maxUses: 5, state: 'valid' },
  ...{ createdAt: now, expiresAt: now + 7 * day, revokedAt: null },
  users: users.slice(0, 2).map(({ id, name }) => ({ id, name })),
}
const invitations = [invitation, { ...invitation, id: 'two', note: '', state: 'revoked', users: [] }]
const announcement = { id: 'a', text: 'Read https://status.example first.', from: null, until: Date.UTC(2027, 0) }
/** With an announcement, which is above the page and in the form. */
const showInvitations = steps(
  server.answer('**/api/admin/invitations', { invitations }),
  server.answer('**/api/admin/announcement', { announcement }),
)

export const admin: readonly Screen[] = [
  ...statesOf(
    { user: 'admin', path: '/admin/models' },
    {
      pictures: { setUp: showImages, waitFor: see.text('Key needed'), isFullPage: true },
      'pictures-connect': { waitFor: see.dialog, act: user.press('Connect an image service') },
      'models-empty': { waitFor: see.heading('No model is connected') },
      models: { setUp: showConnections, waitFor: see.heading('Old server'), isFullPage: true },
      'models-connect': {
        waitFor: see.dialog,
        act: steps(user.press('Connect a model'), user.click(see.text('Context and sampling'))),
      },
      'models-long-list': {
        waitFor: see.text('No model of this list has that in its name'),
        setUp: server.answer('**/api/admin/models/available', {
          ...{ models: manyModels, service: 'openrouter', problem: null },
        }),
        act: steps(user.press('Connect a model'), user.press('List its models'), user.fill('Find a model', 'nothing')),
      },
      'models-changed-meanwhile': {
        waitFor: see.text('Another admin has changed this connection'),
        setUp: steps(
          showConnections,
          server.answer(
            '**/api/admin/models/two',
            { error: '', code: 'connection_changed', requestId: '', updatedAt: 2 },
            409,
          ),
        ),
        act: steps(user.press('Edit The workstation under the desk'), user.press('Save')),
      },
      'models-local': {
        setUp: localModels({ download: { ...download, state: 'running', problem: null } }),
        waitFor: see.text('36 %'),
        isFullPage: true,
      },
      'models-local-install': {
        setUp: localModels({ runtime: { state: 'missing', problem: noRegistry } }),
        waitFor: see.text('npm cannot reach'),
        isFullPage: true,
      },
      'models-delete': { setUp: showConnections, waitFor: see.dialog, act: user.press('Delete Old server') },
    },
  ),
  ...statesOf(
    { user: 'admin', path: '/admin/voices' },
    {
      voices: { setUp: showVoices, waitFor: see.heading('Dictation'), isFullPage: true },
      'voices-empty': { waitFor: see.heading('No voice service is connected') },
      'voices-connect': { waitFor: see.dialog, act: user.press('Connect a voice service') },
    },
  ),
  ...statesOf(
    { user: 'admin', path: '/admin/overview' },
    {
      overview: { setUp: showOverview, waitFor: see.text('Left on the disk'), isFullPage: true },
      'overview-budget': { setUp: showOverview, waitFor: see.dialog, act: user.press('Change the budget') },
      'overview-new': { waitFor: see.text('Left on the disk'), isFullPage: true },
    },
  ),
  ...statesOf(
    { user: 'admin', path: '/admin/users/five', setUp: showUser },
    {
      'user-suspend': { waitFor: see.dialog, act: user.press('Suspend') },
      user: { waitFor: see.text('Was given Premium'), isFullPage: true },
      users: {
        path: '/admin/users',
        setUp: server.answer(/\/api\/admin\/users\?/, { users }),
        waitFor: see.text('Imogen Vale'),
        isFullPage: true,
      },
    },
  ),
  ...statesOf(
    { user: 'admin', path: '/admin/settings' },
    {
      'site-settings': { setUp: showInvitations, waitFor: see.text('Book club'), isFullPage: true },
      invitation: { waitFor: see.dialog, act: user.press('Create an invitation') },
      pages: { path: '/admin/pages', waitFor: see.button('Preview'), isFullPage: true },
      'home-admin': { path: '/', waitFor: see.text('No AI model is connected') },
    },
  ),
]
