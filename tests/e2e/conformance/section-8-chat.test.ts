import type { Page } from '@playwright/test'
import { expect, sees, test } from './check.ts'
import { findSampleCharacter } from './server.ts'

const generic = "I apologize, but I'm having trouble responding right now. Please try again."
/** The error message in place of the reply. */
const errorMessage = (page: Page) => page.getByRole('log').getByRole('article').last().locator('p').first()

test('§8 the error message of a failed turn', async ({ page }) => {
  const { id } = await findSampleCharacter(page.request, 'Ines Calder')
  await page.clock.install()
  let body: object = {}
  await page.route('**/api/chat', (route) =>
    route.fulfill({ status: 500, json: { error: 'x', code: 'internal', requestId: 'r', ...body } }),
  )
  await page.goto(`/chat?character=${id}`)
  await page.getByRole('textbox', { name: /^Message/ }).fill('Are you there?')
  await page.keyboard.press('Enter')
  const tryAgain = page.getByRole('button', { name: 'Try again' })
  const expectMessage = async (error: object, message: string) => {
    await expect(tryAgain).toBeVisible()
    body = error
    await tryAgain.click()
    await expect(errorMessage(page)).toHaveText(`Ines Calder: ${message}`)
  }
  await sees('8.chat.1', () =>
    expectMessage(
      { errorType: 'quota_exceeded' },
      "I'm currently at my API usage limit. Please try again in a few hours, or contact support if this persists.",
    ),
  )
  await sees('8.chat.2', () =>
    expectMessage(
      { errorType: 'rate_limited' },
      "I'm receiving too many requests right now. Please wait a moment and try again.",
    ),
  )
  await sees('8.chat.3', () =>
    expectMessage({ errorType: 'config_error' }, "There's a configuration issue on our end. Please contact support."),
  )
  await sees('8.chat.4', () =>
    expectMessage({ errorType: 'server_error' }, 'AI servers are having issues. Please try again in a few minutes.'),
  )
  await sees('8.chat.5', () => expectMessage({}, 'Failed to get AI response'))
  await sees('8.chat.6', () =>
    expectMessage(
      { errorType: 'server_error', userMessage: 'The server is being updated.' },
      'The server is being updated.',
    ),
  )
  await sees('8.chat.7', async () => {
    const bubble = page.getByRole('log').getByRole('article').last()
    await expect(bubble.locator('img')).toHaveAttribute('src', /ines-calder/)
    await expect(errorMessage(page).locator('strong')).toHaveText('Ines Calder:')
  })
  await sees('8.chat.8', async () => {
    await page.unroute('**/api/chat')
    await page.route('**/api/chat', (route) => route.abort())
    await tryAgain.click()
    // The client retries a failed connection several times; the test clock skips the delays.
    await expect(async () => {
      await page.clock.fastForward(5_000)
      await expect(errorMessage(page)).toHaveText(`Ines Calder: ${generic}`, { timeout: 250 })
    }).toPass()
  })
})
