import type { Page } from '@playwright/test'
import type { ModelConnection, ModelConnections } from '#shared/models.ts'
import { answerWithError, button, dialog, heading, press, type Screen, text } from './screen.ts'

const figures = { requests: 0, failures: 0, promptTokens: 0, replyTokens: 0, medianFirstTokenMs: null }
const connection = (fields: Partial<ModelConnection>): ModelConnection => ({
  id: 'one',
  name: 'OpenRouter',
  source: 'connection',
  service: 'openrouter',
  serviceLabel: 'OpenRouter',
  baseUrl: 'https://openrouter.ai/api/v1',
  model: 'anthropic/claude-sonnet-4.5',
  contextTokens: 16_384,
  maxReplyTokens: null,
  sampling: { temperature: null, topP: null, minP: null, repetitionPenalty: null },
  premiumOnly: false,
  enabled: true,
  hasKey: true,
  state: 'unused',
  failure: null,
  figures,
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
    state: 'working',
    figures: { requests: 1_204, failures: 3, promptTokens: 4_820_113, replyTokens: 301_870, medianFirstTokenMs: 642 },
  }),
  connection({
    premiumOnly: true,
    state: 'failing',
    failure: {
      message: 'The account at the service has no credit or quota left. Add credit there, or wait until it is renewed.',
      at: Date.now() - 240_000,
    },
    figures: { requests: 87, failures: 12, promptTokens: 310_400, replyTokens: 22_110, medianFirstTokenMs: 1_310 },
  }),
  connection({ id: 'two', name: 'The workstation under the desk', serviceLabel: 'Ollama', model: null }),
  connection({ id: 'three', name: 'Old server', state: 'off', enabled: false }),
  connection({ id: 'four', name: 'Moved server', state: 'key_unreadable' }),
]

const showConnections = (page: Page) =>
  page.route('**/api/admin/models', async (route) => {
    const response = await route.fetch()
    const { services } = (await response.json()) as ModelConnections
    await route.fulfill({ json: { connections, services } })
  })

const models = { user: 'admin', path: '/admin/models' } as const

export const admin: readonly Screen[] = [
  { ...models, name: 'models-empty', waitFor: heading('No model is connected') },
  { ...models, name: 'models', setUp: showConnections, waitFor: heading('Old server'), isFullPage: true },
  {
    ...models,
    name: 'models-connect',
    waitFor: dialog,
    async act(page) {
      await press('Connect a model')(page)
      await page.getByText('Context and sampling').click()
    },
  },
  {
    ...models,
    name: 'models-invalid',
    waitFor: text('The address must begin with http:// or https://'),
    async act(page) {
      await press('Connect a model')(page)
      await page.getByLabel('Address').fill('localhost')
      await press('Save')(page)
    },
  },
  { ...models, name: 'models-delete', setUp: showConnections, waitFor: dialog, act: press('Delete Old server') },
  { ...models, name: 'models-error', setUp: answerWithError('**/api/admin/models'), waitFor: button('Try again') },
  { name: 'models-denied', path: '/admin/models', waitFor: heading('Access Denied') },
  { name: 'home-admin', user: 'admin', path: '/', waitFor: heading('No AI model is connected') },
]
