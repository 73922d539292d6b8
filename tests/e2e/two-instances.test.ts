import type { Page } from '@playwright/test'
import { findPostgres, startPostgres } from '../support/postgres.ts'
import { startUpstream } from '../support/upstream.ts'
import { readConversation, sendFirstMessage, waitForReply } from './conversations.ts'
import { expect, type RunningServer, startServer, test as withBrowser } from './fixture.ts'

const pace = { firstTokenMs: 1, gapMs: 0, tokens: 30 }
const credentials = { username: 'operator', password: 'quiet-harbor-9' }

/** Two instances on one database, without Redis: they find changes by reading the version of the connections. */
const test = withBrowser.extend<{ instances: [RunningServer, RunningServer] }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from this pattern
  instances: async ({}, use, info) => {
    info.skip(findPostgres() === null, 'PostgreSQL is not installed on this machine.')
    const postgres = await startPostgres()
    const env = {
      DATABASE_URL: postgres.url,
      SECRET_KEY: 'the same secret key on both instances',
      ADMIN_USERNAME: credentials.username,
      ADMIN_PASSWORD: credentials.password,
    }
    const first = await startServer(env)
    const second = await startServer(env)
    await use([first, second])
    await second.stop()
    await first.stop()
    await postgres.stop()
  },
})

async function connect(page: Page, name: string, { baseUrl }: { baseUrl: string }, model: string): Promise<void> {
  await page.getByRole('button', { name: 'Connect a model' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Service').selectOption('openai-compatible')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Address').fill(baseUrl)
  await dialog.getByLabel('Model').fill(model)
  await dialog.getByLabel('Key').fill(`key-of-${name}`)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
}

/** The model that the instance of the page would ask first. */
async function firstModel(page: Page): Promise<string> {
  const { model } = await (await page.request.get('/api/model')).json()
  return model
}

/** Sends a message on the instance of the page; returns the id of its conversation once the reply is complete. */
async function chat(page: Page): Promise<string> {
  await page.goto('/')
  const conversation = await sendFirstMessage(page, 'Ines Calder', 'Good evening.')
  await waitForReply(page, conversation)
  return conversation
}

test('a model that is connected, moved, broken or deleted on one instance changes on the other too', async ({
  browser,
  instances: [first, second],
}) => {
  test.slow()
  const workstation = await startUpstream(pace)
  const spare = await startUpstream(pace)
  const context = await browser.newContext({ baseURL: first.url })
  const onFirst = await context.newPage()
  expect((await onFirst.request.post('/api/auth/login', { data: credentials })).status()).toBe(200)
  const ofSecond = await browser.newContext({ baseURL: second.url, storageState: await context.storageState() })
  const onSecond = await ofSecond.newPage()

  // Connected on the first instance; the second answers with it.
  await onFirst.goto('/admin/models')
  await connect(onFirst, 'Workstation', workstation, 'big-model')
  await expect.poll(() => firstModel(onSecond)).toBe('big-model')
  await chat(onSecond)
  expect(workstation.requests.at(-1)?.headers.authorization).toBe('Bearer key-of-Workstation')
  await expect(onSecond.getByRole('link', { name: 'Connect a model' })).toHaveCount(0)

  // Connected and moved to the first place on the second instance; the first answers with it.
  await onSecond.goto('/admin/models')
  await connect(onSecond, 'Spare', spare, 'spare-model')
  await onSecond.getByRole('button', { name: 'Move Spare up' }).click()
  await expect.poll(() => firstModel(onFirst)).toBe('spare-model')
  await chat(onFirst)
  expect(spare.requests.at(-1)?.headers.authorization).toBe('Bearer key-of-Spare')

  // It breaks: the next one answers on both, and the pages of both say why.
  spare.failure = 'unauthorized'
  for (const page of [onFirst, onSecond]) {
    const conversation = await chat(page)
    const { messages } = await readConversation(page, conversation)
    expect(messages.at(-1)).toMatchObject({ status: 'complete', error: null })
    await page.goto('/admin/models')
    const broken = page.getByRole('listitem').filter({ hasText: 'Spare' })
    await expect(broken.getByText('Failing')).toBeVisible()
    await expect(broken.getByText('The service does not accept the key.')).toBeVisible()
  }

  // Deleted on the first instance; the second says that there is none.
  for (const name of ['Spare', 'Workstation']) {
    await onFirst.getByRole('button', { name: `Delete ${name}` }).click()
    await onFirst.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(onFirst.getByRole('heading', { name })).toHaveCount(0)
  }
  await expect.poll(async () => (await (await onSecond.request.get('/api/model')).json()).builtIn).toBe(true)
  await onSecond.goto('/')
  await expect(onSecond.getByRole('link', { name: 'Connect a model' })).toBeVisible()
  await ofSecond.close()
  await context.close()
  await workstation.close()
  await spare.close()
})
