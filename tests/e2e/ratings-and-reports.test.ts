import { registerAccount, signUp } from './accounts.ts'
import { findSampleCharacter } from './conformance/server.ts'
import { openConversation } from './conversations.ts'
import { expect, test } from './fixture.ts'

test('a character is rated and rated again from its card, by keyboard; a rating that is not saved is reverted', async ({
  page,
}) => {
  await signUp(page)
  await page.getByRole('button', { name: 'More about Juno Park' }).press('Enter')
  await page.getByRole('menuitem', { name: 'About and rate' }).press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Juno Park' })
  const stars = sheet.getByRole('radiogroup', { name: 'Your rating of Juno Park' })
  await expect(sheet.getByText('Not rated yet')).toBeVisible()

  const four = stars.getByRole('radio', { name: '4 stars' })
  // Until the user's own rating has been read, it cannot be changed.
  await expect(four).toBeEnabled()
  await four.focus()
  await page.keyboard.press('Space')
  await expect(sheet.getByText('4.0 of 5')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(stars.getByRole('radio', { name: '5 stars' })).toBeChecked()
  await expect(sheet.getByText('5.0 of 5')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('article').filter({ hasText: 'Juno Park' }).getByText('5.0')).toBeVisible()

  await page.reload()
  await page.getByRole('button', { name: 'More about Juno Park' }).click()
  await page.getByRole('menuitem', { name: 'About and rate' }).click()
  await expect(stars.getByRole('radio', { name: '5 stars' })).toBeChecked()

  await page.route('**/rating', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 503, body: '' }) : route.continue(),
  )
  await sheet.getByText('3 stars', { exact: true }).locator('..').click()
  await expect(page.getByText('Rating not saved', { exact: true })).toBeVisible()
  await expect(stars.getByRole('radio', { name: '3 stars' })).not.toBeChecked()
  await expect(stars.getByRole('radio', { name: '5 stars' })).toBeChecked()
})

test('a message is reported from the chat and a character from its card', async ({ page }) => {
  await signUp(page)
  await page.getByRole('button', { name: 'More about Ines Calder' }).click()
  await page.getByRole('menuitem', { name: 'Report' }).click()
  const report = page.getByRole('dialog', { name: 'Report Ines Calder' })
  await report.getByRole('button', { name: 'Send report' }).click()
  await expect(report.getByRole('alert')).toHaveText('Please say what is wrong')
  await report.getByRole('radio', { name: 'Spam or advertising' }).check()
  await report.getByLabel('Do you want to add anything?').fill('Sells lamps.')
  const sent = page.waitForRequest('**/api/reports')
  await report.getByRole('button', { name: 'Send report' }).click()
  expect((await sent).postDataJSON()).toMatchObject({ targetType: 'character', category: 'spam', note: 'Sells lamps.' })
  await expect(page.getByText('Report sent', { exact: true })).toBeVisible()
  await expect(report).toHaveCount(0)

  await openConversation(page, 'Good evening.')
  const reply = page.getByRole('log').getByRole('article').last()
  await reply.getByRole('button', { name: 'Message options' }).click()
  await page.getByRole('menuitem', { name: 'Report…' }).click()
  const messageReport = page.getByRole('dialog', { name: 'Report this message' })
  await expect(messageReport.getByText('a few messages before and after it')).toBeVisible()
  await messageReport.getByRole('radio', { name: 'Hate or harassment' }).check()
  const responded = page.waitForResponse('**/api/reports')
  await messageReport.getByRole('button', { name: 'Send report' }).click()
  expect((await responded).status()).toBe(201)
  await expect(messageReport).toHaveCount(0)
})

test('a started report stays open when its message is scrolled out of the page', async ({ page }) => {
  await registerAccount(page)
  const { id: characterId } = await findSampleCharacter(page.request, 'Ines Calder')
  // Far more than what is rendered beyond the viewport.
  const said = (role: string, text: string) => ({ role, content: text.repeat(60) })
  const texts = ['The lamp is lit. ', 'It is lit still. ', 'It flickers. ', 'It smokes. ']
  const conversationHistory = texts.flatMap((text) => [said('user', text), said('assistant', 'So it is. ')])
  const data = { characterId, conversationHistory, message: 'And now it is not. '.repeat(60) }
  const { conversationId } = await (await page.request.post('/api/chat', { data })).json()
  await page.goto(`/chat/${conversationId}`)
  const log = page.getByRole('log')
  const first = log.getByText(/^(The lamp is lit\. ?)+$/)
  await expect(log.getByText(/^(And now it is not\. ?)+$/)).toBeVisible()
  const scrollTo = (position: 'start' | 'end') =>
    log.evaluate((box, to) => box.scrollTo({ top: to === 'start' ? 0 : box.scrollHeight }), position)
  await expect(async () => {
    await scrollTo('start')
    await expect(first).toBeInViewport({ timeout: 500 })
  }).toPass()

  const replies = log.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Ines Calder' }) })
  await replies.first().getByRole('button', { name: 'Message options' }).click()
  await page.getByRole('menuitem', { name: 'Report…' }).click()
  const note = page.getByRole('dialog', { name: 'Report this message' }).getByLabel('Do you want to add anything?')
  await note.fill('It was never lit.')
  await scrollTo('end')
  await expect(first).toHaveCount(0)
  await expect(note).toHaveValue('It was never lit.')
})
