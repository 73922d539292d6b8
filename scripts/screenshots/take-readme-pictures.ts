import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Browser } from '@playwright/test'
import sharp from 'sharp'
import { type OpenScreen, waitUntilLoaded } from './prepare-screens.ts'
import { screens } from './screens.ts'

const shown = ['landing', 'home', 'chat']

/** The README's pictures: 1440 pixels wide, with a palette of 192 colours to keep the files small. */
export async function takeReadmePictures(browser: Browser, openScreen: OpenScreen, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  for (const screen of screens.filter(({ name }) => shown.includes(name))) {
    for (const theme of ['light', 'dark'] as const) {
      const page = await openScreen(browser, screen, theme, { width: 1440, height: 900 })
      await waitUntilLoaded(page, screen)
      const picture = sharp(await page.screenshot()).png({ palette: true, colours: 192, effort: 10 })
      const { size } = await picture.toFile(path.join(folder, `${screen.name}-${theme}.png`))
      console.log(`${screen.name}-${theme}.png ${Math.round(size / 1000)} kB`)
      await page.context().close()
    }
  }
}
