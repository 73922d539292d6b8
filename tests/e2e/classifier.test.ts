import { startScriptedClassifier } from '../support/scripted-classifier.ts'
import { signUp } from './accounts.ts'
import { sendFirstMessage, submit, waitForReply } from './conversations.ts'
import { test as base, expect } from './fixture.ts'

type Classifier = Awaited<ReturnType<typeof startScriptedClassifier>>

/** A server with a classifier that answers when the test lets it. */
const test = base.extend<{ classifier: Classifier }>({
  classifier: async ({}, use) => {
    const classifier = await startScriptedClassifier()
    await use(classifier)
    await classifier.close()
  },
  serverEnv: ({ classifier: { baseUrl, key } }, use) =>
    use({ CLASSIFIER_BASE_URL: baseUrl, CLASSIFIER_API_KEY: key, CLASSIFIER_TIMEOUT_MS: '30000' }),
})
test.use({ isLive: true })

test('a message that the classifier objects to later leaves the open tab, and that of another device', async ({
  page,
  browser,
  classifier,
}) => {
  await signUp(page)
  classifier.state.behavior = {
    kind: 'answer',
    findings: (text) => (text.includes('lantern') ? ['sexual/minors'] : []),
  }
  const conversation = await sendFirstMessage(page, 'Ines Calder', 'Is the ferry late?')
  await waitForReply(page, conversation)
  const context = await browser.newContext({ storageState: await page.context().storageState() })
  const device = await context.newPage()
  const connected = device.waitForResponse('**/api/events')
  await device.goto(`/chat/${conversation}`)
  await connected
  await expect(device.getByRole('log').getByText('Is the ferry late?')).toBeVisible()

  const answer = classifier.hold()
  const message = 'Light the lantern, please.'
  await submit(page.getByRole('textbox', { name: /message/i }), message)
  for (const tab of [page, device]) await expect(tab.getByRole('log').getByText(message)).toBeVisible()
  answer()
  for (const tab of [page, device]) {
    await expect(tab.getByRole('log').getByText(message)).toHaveCount(0)
    await expect(tab.getByText(/taken back.*rule “classifier-minors”/).first()).toBeVisible()
  }
  await context.close()
})
