import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { sees } from './sees.ts'
import { findSampleCharacter } from './server.ts'

test.use({ viewer: 'free' })

const tooltip = (page: Page) => page.getByRole('tooltip')

test('§9 tooltips', async ({ page }) => {
  const { id } = await findSampleCharacter(page.request, 'Ines Calder')
  await page.clock.install()
  await page.goto(`/chat?character=${id}`)
  const back = page.getByRole('button', { name: 'Back' })
  const conversations = page.getByRole('button', { name: 'Conversations' })
  // The header no longer changes once the conversation has loaded.
  await expect(page.getByRole('log')).toContainText('Ines')
  await page.clock.pauseAt(Date.now() + 60_000)
  const movePointerAway = () => page.mouse.move(700, 500, { steps: 8 })

  await sees('9.tooltip.1', async () => {
    await back.hover()
    await page.clock.runFor(690)
    await expect(back).toHaveAttribute('data-state', 'closed')
    await page.clock.runFor(20)
    await expect(back).toHaveAttribute('data-state', 'delayed-open')
    await expect(tooltip(page)).toHaveText('Back')
  })
  await sees('9.tooltip.2', async () => {
    await movePointerAway()
    await expect(back).toHaveAttribute('data-state', 'closed')
    await page.clock.runFor(250)
    await conversations.hover()
    await expect(conversations).toHaveAttribute('data-state', 'instant-open')
    await movePointerAway()
    await expect(conversations).toHaveAttribute('data-state', 'closed')
    await page.clock.runFor(350)
    await back.hover()
    await page.clock.runFor(100)
    await expect(back).toHaveAttribute('data-state', 'closed')
  })
  await sees('4.tooltips', async () => {
    await page.clock.runFor(700)
    await expect(back).toHaveAttribute('data-state', 'delayed-open')
    await page.keyboard.press('Escape')
    await expect(back).toHaveAttribute('data-state', 'closed')
  })
})
