import type { Page } from '@playwright/test'

/** Opens the sidebar where it is a sheet; on wider screens it is visible. */
export async function openMenu(page: Page): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) < 768) await page.getByRole('button', { name: 'Open menu' }).click()
}
