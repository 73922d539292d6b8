import type { Page } from '@playwright/test'
import { startUpstream } from '../support/upstream.ts'
import { logInAsOperator, operatorEnv } from './accounts.ts'
import { lastReplyOnPage, readConversation, sendFirstMessage, submit, waitForReply } from './conversations.ts'
import { test as base, expect } from './fixture.ts'

const pace = { firstTokenMs: 1, gapMs: 0, tokens: 30 }
type Upstream = Awaited<ReturnType<typeof startUpstream>>
/** A label of more than 63 characters is invalid, so no name server is asked. */
const unknownHost = `${'no-such-host-'.repeat(6)}.invalid`
const key = 'sk-typed-once-3f9c7a21'

/** An installation with an admin and no model, and two model servers. */
const test = base.extend<{ servers: [Upstream, Upstream] }>({
  servers: async ({}, use) => {
    const servers: [Upstream, Upstream] = [
      await startUpstream({ ...pace, models: ['text-embedding-x', 'small-model', 'big-model'] }),
      await startUpstream({ ...pace, models: ['spare-model'] }),
    ]
    await use(servers)
    for (const server of servers) await server.close()
  },
})
test.use({ serverEnv: operatorEnv })
test.beforeEach(({ page }) => logInAsOperator(page))

async function fillIn(page: Page, fields: Record<string, string>) {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Service').selectOption('openai-compatible')
  for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label, { exact: true }).fill(value)
  return dialog
}

test('an operator connects models, tests them and chats; when one breaks, the next answers; they are moved, edited and deleted', async ({
  page,
  servers: [first, second],
}) => {
  test.slow()
  await page.goto('/')
  await page.getByRole('link', { name: 'Connect a model' }).click()

  // The first attempt has a typing error in its address: the test says so in plain words.
  await page.getByRole('button', { name: 'Connect a model' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('this service needs one')).toBeVisible()
  const dialog = await fillIn(page, { Name: 'Workstation', Address: `http://${unknownHost}/v1`, Key: key })
  // A click beside the dialog would lose what was entered.
  await page.mouse.click(4, 4)
  await expect(dialog.getByLabel('Name')).toHaveValue('Workstation')
  await dialog.getByRole('button', { name: 'Test' }).click()
  await expect(dialog.getByText(`There is no server with the name ${unknownHost}.`)).toBeVisible()
  await dialog.getByLabel('Address').fill(first.baseUrl)
  await dialog.getByRole('button', { name: 'List its models' }).click()
  const model = dialog.getByRole('combobox', { name: 'Model' })
  await expect(model.getByRole('option')).toHaveText(['small-model', 'big-model', 'Another one…'])
  await model.selectOption('big-model')
  await dialog.getByRole('button', { name: 'Test' }).click()
  await expect(dialog.getByText('It works. big-model began to answer')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Workstation' })).toBeVisible()
  expect(first.requests.at(-1)?.headers.authorization).toBe(`Bearer ${key}`)
  expect(await page.content()).not.toContain(key)

  // The next reply uses it, without a restart.
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Connect a model' })).toHaveCount(0)
  const conversation = await sendFirstMessage(page, 'Ines Calder', 'Good evening.')
  const said = await waitForReply(page, conversation)
  await expect.poll(() => lastReplyOnPage(page)).toBe(said)
  expect(first.requests.at(-1)?.body.model).toBe('big-model')

  // Exactly what the model was sent.
  await page.getByRole('button', { name: 'Message options' }).last().click()
  await page.getByRole('menuitem', { name: 'Why did they say that?' }).click()
  await dialog.getByText('Show it word for word').click()
  await expect(dialog.getByText('"model": "big-model"')).toBeVisible()
  await expect(dialog.getByText('Good evening.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()

  // A second one, for when the first fails.
  await page.goto('/admin/models')
  await page.getByRole('button', { name: 'Connect a model' }).click()
  await fillIn(page, { Name: 'Spare', Address: second.baseUrl })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('list', { name: /^Models/ }).getByRole('heading', { level: 2 })).toHaveText([
    'Workstation',
    'Spare',
  ])
  first.failure = 'unauthorized'
  await page.goto(`/chat/${conversation}`)
  await submit(page.getByRole('textbox', { name: /message/i }), 'Are you still there?')
  await expect.poll(() => second.requests.length).toBe(1)
  await waitForReply(page, conversation)
  expect((await readConversation(page, conversation)).messages.at(-1)).toMatchObject({
    status: 'complete',
    error: null,
  })
  await page.goto('/admin/models')
  const broken = page.getByRole('listitem').filter({ hasText: 'Workstation' })
  await expect(broken.getByText('Failing')).toBeVisible()
  await expect(broken.getByText('The service does not accept the key.')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Spare' }).getByText('Working')).toBeVisible()

  // A switch counts as something entered; without anything, a click beside the dialog closes it.
  const edit = page.getByRole('button', { name: 'Edit Spare' })
  await edit.click()
  await dialog.getByRole('switch', { name: 'Premium only' }).click()
  await page.mouse.click(4, 4)
  await expect(dialog.getByRole('switch', { name: 'Premium only' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toHaveCount(0)
  await edit.click()
  await expect(dialog.getByLabel('Name')).toHaveValue('Spare')
  await expect(async () => {
    await page.mouse.click(4, 4)
    await expect(dialog).toHaveCount(0, { timeout: 1_000 })
  }).toPass()

  // With the keyboard alone, once the dialog has given the focus back.
  await expect(edit).toBeFocused()
  const names = page.getByRole('list', { name: /^Models/ }).getByRole('heading', { level: 2 })
  const down = page.getByRole('button', { name: 'Move Workstation down' })
  await down.focus()
  await page.keyboard.press('Enter')
  await expect(names).toHaveText(['Spare', 'Workstation'])
  await expect(down).toBeFocused()
  await expect(page.getByText('Workstation is now number 2 of 2.')).toBeAttached()
  await page.getByRole('button', { name: 'Edit Workstation' }).press('Enter')
  await submit(dialog.getByLabel('Name'), 'Gamma')
  await expect(names).toHaveText(['Spare', 'Gamma'])
  await page.getByRole('button', { name: 'Delete Gamma' }).press('Enter')
  await dialog.getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(names).toHaveText(['Spare'])
})
