// `npm run screenshots`: every screen in both themes at three widths, into .cache/screenshots. Takes about eight minutes.
// `-- home chat` takes only those screens, `-- --narrow` uses 320 pixels, `-- --readme` takes the README's images.
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { prepareScreens, waitUntilLoaded } from '#tests/e2e/screens/prepare-screens.ts'
import type { Screen, Theme, Viewport } from '#tests/e2e/screens/screen.ts'
import { screens } from '#tests/e2e/screens/screens.ts'
import { browserFlags, findBrowser } from '#tests/support/browser.ts'
import { ServerProcess } from '#tests/support/server-process.ts'

const { values, positionals } = parseArgs({
  options: { narrow: { type: 'boolean' }, readme: { type: 'boolean' } },
  allowPositionals: true,
})
const root = path.resolve(import.meta.dirname, '..')
const folder = values.readme ? path.join(root, 'docs', 'images') : path.join(root, '.cache', 'screenshots')
const dataDir = path.join(root, '.cache', 'screenshots-data')
const names = values.readme ? ['landing', 'home', 'chat'] : positionals
const desktop = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }
const viewports = values.readme
  ? [desktop]
  : values.narrow
    ? [{ width: 320, height: 640 }]
    : [desktop, { width: 768, height: 1024 }, phone]

if (names.length === 0) rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
rmSync(dataDir, { recursive: true, force: true })
const server = await ServerProcess.create({
  env: { DATA_DIR: dataDir, RATE_LIMITS: 'off', LOCAL_MODELS: 'off', AGE_ASSURANCE: 'none' },
})
await server.start()
const executablePath = findBrowser()
const browser = await chromium.launch({ args: browserFlags, ...(executablePath ? { executablePath } : {}) })
const openScreen = await prepareScreens(server.url, dataDir, { hasLongName: !values.readme })
let failures = 0
try {
  for (const theme of ['light', 'dark'] as const) {
    for (const viewport of viewports) {
      const isPhone = viewport.width < 768
      const wanted = screens.filter(({ name }) => names.length === 0 || names.includes(name))
      for (const screen of wanted.filter(({ only }) => !only || (only === 'phone') === isPhone)) {
        await take(screen, theme, viewport).catch((error: unknown) => {
          failures += 1
          console.error(`${screen.name}, ${theme}, ${viewport.width}: ${error}`)
        })
      }
    }
  }
} finally {
  await browser.close()
  await server.terminate()
  rmSync(dataDir, { recursive: true, force: true })
}
console.log(`Screenshots are in ${path.relative(root, folder)}; ${failures} failed.`)
process.exitCode = failures > 0 ? 1 : 0

async function take(screen: Screen, theme: Theme, viewport: Viewport): Promise<void> {
  const page = await openScreen(browser, screen, theme, viewport)
  await waitUntilLoaded(page, screen)
  const file = path.join(folder, `${screen.name}-${theme}`)
  if (values.readme) {
    // A palette keeps the files in the repository small.
    await sharp(await page.screenshot())
      .png({ palette: true, colours: 192, effort: 10 })
      .toFile(`${file}.png`)
  } else {
    if (screen.isFullPage) await growToContent(page, viewport)
    await page.screenshot({ path: `${file}-${viewport.width}.png` })
  }
  // A response that is still changed would fail once the page is gone.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.context().close()
}

/** Makes the window as tall as the page. Playwright's own `fullPage` draws fixed elements across the middle. */
async function growToContent(page: Page, { width, height }: Viewport): Promise<void> {
  const length = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width, height: Math.max(height, length) })
}
