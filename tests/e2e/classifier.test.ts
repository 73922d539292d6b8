import { startScriptedClassifier } from '../support/scripted-classifier.ts'
import { signUp } from './accounts.ts'
import { sendFirstMessage, waitForReply } from './conversations.ts'
import { test as base, expect, startServer } from './fixture.ts'

type Classifier = Awaited<ReturnType<typeof startScriptedClassifier>>

/** A server with a classifier that answers when the test lets it. */
const test = base.extend<{ classifier: Classifier }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from this pattern
  classifier: async ({}, use) => {
    const classifier = await startScriptedClassifier()
    await use(classifier)
    await classifier.close()
  },
  baseURL: async ({ classifier }, use) => {
    const server = await startServer({
      CLASSIFIER_BASE_URL: classifier.baseUrl,
      CLASSIFIER_API_KEY: classifier.key,
      CLASSIFIER_TIMEOUT_MS: '30000',
    })
    await use(server.url)
    await server.stop()
  },
})
test.use({ isLive: true })

test('a message that the classifier objects to later leaves the open tab, and that of another device', async ({
  page,
  browser,
  baseURL,
  classifier,
}) => {
  await signUp(page, baseURL ?? '')
  classifier.state.behavior = {
    kind: 'answer',
    findings: (text) => (text.includes('lantern') ? ['sexual/minors'] : []),
  }
  const conversation = await sendFirstMessage(page, 'Ines Calder', 'Is the ferry late?')
  await waitForReply(page, conversation)
  const context = await browser.newContext({
    storageState: await page.context().storageState(),
    baseURL: baseURL ?? '',
  })
  const device = await context.newPage()
  const connected = device.waitForResponse('**/api/events')
  await device.goto(`/chat/${conversation}`)
  await connected
  await expect(device.getByRole('log').getByText('Is the ferry late?')).toBeVisible()

  const answer = classifier.hold()
  const message = 'Light the lantern, please.'
  await page.getByRole('textbox', { name: /message/i }).fill(message)
  await page.keyboard.press('Enter')
  for (const tab of [page, device]) await expect(tab.getByRole('log').getByText(message)).toBeVisible()
  answer()
  for (const tab of [page, device]) {
    await expect(tab.getByRole('log').getByText(message)).toHaveCount(0)
    await expect(tab.getByText(/taken back.*rule “classifier-minors”/).first()).toBeVisible()
  }
  await context.close()
})
