import { startScriptedUpstream, streamOf } from '../support/scripted-upstream.ts'
import { signUp } from './accounts.ts'
import {
  lastReplyOnPage,
  lettersOf,
  pressInHeader,
  readConversation,
  sendFirstMessage,
  waitForReply,
} from './conversations.ts'
import { test as base, expect } from './fixture.ts'

interface Spoken {
  text: string
  finish: 'stop' | 'length' | 'content_filter'
}

const test = base.extend<{ replies: Spoken[] }>({
  /** What the model says to the next requests. */
  replies: ({}, use) => use([]),
  serverEnv: async ({ replies }, use) => {
    const upstream = await startScriptedUpstream(() => {
      const { text, finish } = replies.shift() ?? { text: 'Nothing more.', finish: 'stop' }
      return { body: streamOf(text, finish) }
    })
    await use({ MODEL_BASE_URL: upstream.baseUrl, MODEL_NAME: 'scripted' })
    await upstream.close()
  },
})

test('a reply that reached its maximum length is continued in the same message', async ({ page, replies }) => {
  replies.push(
    { text: 'She walks along the harbour wall and', finish: 'length' },
    { text: 'and looks back. "Come along."', finish: 'stop' },
  )
  await signUp(page)
  const conversation = await sendFirstMessage(page, 'Ines Calder', 'Where now?')
  await expect(page.getByText('The reply reached its maximum length.')).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  const whole = 'She walks along the harbour wall and looks back. "Come along."'
  await expect.poll(() => lastReplyOnPage(page)).toBe(lettersOf(whole))
  // The page has the text before it is saved.
  await waitForReply(page, conversation)
  const { messages } = await readConversation(page, conversation)
  expect(messages.slice(1).map(({ content }) => content)).toEqual(['Where now?', whole])
  await expect(page.getByText('The reply reached its maximum length.')).toHaveCount(0)
})

test('a face shows the expression that the model names, beside the reply, large or not at all', async ({
  page,
  replies,
}) => {
  replies.push({ text: '"There you are."\n\n[expression: joy]', finish: 'stop' })
  await signUp(page)
  await sendFirstMessage(page, 'Ines Calder', 'Hello?')
  const reply = page.getByRole('log').getByRole('article').last()
  const face = reply.locator('img').last()
  await expect(face).toHaveAttribute('src', '/portraits/ines-calder.joy.svg')
  await expect(reply).not.toContainText('[')
  await pressInHeader(page, 'Reading')
  const choose = (name: string) => page.getByRole('dialog', { name: 'Reading' }).getByRole('radio', { name }).check()
  const large = page.getByRole('img', { name: 'Ines Calder, expression: joy' })
  await choose('Large picture')
  await expect(large).toBeVisible()
  await choose('Off')
  await expect(large).toHaveCount(0)
  await expect(face).toHaveAttribute('src', '/portraits/ines-calder.svg')
})
