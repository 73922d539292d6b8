import type { Page } from '@playwright/test'
import { expect, sees, test } from './check.ts'
import { castMember } from './server.ts'

const generic = "I apologize, but I'm having trouble responding right now. Please try again."
/** What a failed turn says, in the character's place. */
const told = (page: Page) => page.getByRole('log').getByRole('article').last().locator('p').first()

test('§8 what a failed turn says', async ({ page }) => {
  const { id } = await castMember(page.request, 'Ines Calder')
  await page.clock.install()
  let body: object = {}
  await page.route('**/api/chat', (route) =>
    route.fulfill({ status: 500, json: { error: 'x', code: 'internal', requestId: 'r', ...body } }),
  )
  await page.goto(`/chat?character=${id}`)
  await page.getByRole('textbox', { name: /^Message/ }).fill('Are you there?')
  await page.keyboard.press('Enter')
  const again = page.getByRole('button', { name: 'Try again' })
  const says = async (fault: object, words: string) => {
    await expect(again).toBeVisible()
    body = fault
    await again.click()
    await expect(told(page)).toHaveText(`Ines Calder: ${words}`)
  }
  await sees('8.chat.1', () =>
    says(
      { errorType: 'quota_exceeded' },
      "I'm currently at my API usage limit. Please try again in a few hours, or contact support if this persists.",
    ),
  )
  await sees('8.chat.2', () =>
    says(
      { errorType: 'rate_limited' },
      "I'm receiving too many requests right now. Please wait a moment and try again.",
    ),
  )
  await sees('8.chat.3', () =>
    says({ errorType: 'config_error' }, "There's a configuration issue on our end. Please contact support."),
  )
  await sees('8.chat.4', () =>
    says({ errorType: 'server_error' }, 'AI servers are having issues. Please try again in a few minutes.'),
  )
  await sees('8.chat.5', () => says({}, 'Failed to get AI response'))
  await sees('8.chat.6', () =>
    says({ errorType: 'server_error', userMessage: 'The stage is being swept.' }, 'The stage is being swept.'),
  )
  await sees('8.chat.7', async () => {
    const bubble = page.getByRole('log').getByRole('article').last()
    await expect(bubble.locator('img')).toHaveAttribute('src', /ines-calder/)
    await expect(told(page).locator('strong')).toHaveText('Ines Calder:')
  })
  await sees('8.chat.8', async () => {
    await page.unroute('**/api/chat')
    await page.route('**/api/chat', (route) => route.abort())
    await again.click()
    // The line to the server is tried a few times before the player is told; its waits are not waited for here.
    await expect(async () => {
      await page.clock.fastForward(5_000)
      await expect(told(page)).toHaveText(`Ines Calder: ${generic}`, { timeout: 250 })
    }).toPass()
  })
})
