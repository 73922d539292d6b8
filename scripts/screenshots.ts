// `npm run screenshots`: every screen in both themes at three widths, into .cache/screenshots. Takes about eight minutes.
// `-- home chat` takes only those screens, `-- --narrow` uses 320 pixels, `-- --readme` takes the README's pictures.
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from '@playwright/test'
import { browserFlags, findBrowser } from '../tests/support/browser.ts'
import { ServerProcess } from '../tests/support/server-process.ts'
import { type OpenScreen, prepareScreens, type Viewport, waitUntilLoaded } from './screenshots/prepare-screens.ts'
import type { Screen } from './screenshots/screen.ts'
import { screens } from './screenshots/screens.ts'
import { takeReadmePictures } from './screenshots/take-readme-pictures.ts'

const options = { narrow: { type: 'boolean' }, readme: { type: 'boolean' } } as const
const { values, positionals } = parseArgs({ options, allowPositionals: true })
const { narrow = false, readme = false } = values

const root = path.resolve(import.meta.dirname, '..')
const folder = path.join(root, '.cache', 'screenshots')
const dataDir = path.join(root, '.cache', 'screenshots-data')
const themes = ['light', 'dark'] as const
const viewports: Viewport[] = narrow
  ? [{ width: 320, height: 640 }]
  : [
      { width: 1440, height: 900 },
      { width: 768, height: 1024 },
      { width: 390, height: 844 },
    ]

rmSync(dataDir, { recursive: true, force: true })
if (positionals.length === 0 && !readme) rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })

const server = await ServerProcess.create({
  env: { DATA_DIR: dataDir, RATE_LIMITS: 'off', LOCAL_MODELS: 'off', AGE_ASSURANCE: 'none' },
})
await server.start()
const executablePath = findBrowser()
const browser = await chromium.launch({ args: browserFlags, ...(executablePath ? { executablePath } : {}) })
try {
  const openScreen = await prepareScreens(server.url, dataDir, { forReadme: readme })
  if (readme) await takeReadmePictures(browser, openScreen, path.join(root, 'docs', 'images'))
  else await takeAll(browser, openScreen)
} finally {
  await browser.close()
  await server.terminate()
  rmSync(dataDir, { recursive: true, force: true })
}

async function takeAll(browser: Browser, openScreen: OpenScreen) {
  const wanted = screens.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
  const failures: string[] = []
  let taken = 0
  for (const theme of themes) {
    for (const viewport of viewports) {
      for (const screen of wanted.filter(({ only }) => !only || (only === 'phone') === viewport.width < 768)) {
        try {
          await take(browser, openScreen, screen, theme, viewport)
          taken += 1
        } catch (error) {
          failures.push(`${screen.name}, ${theme}, ${viewport.width}: ${error}`)
        }
      }
    }
  }
  console.log(`${taken} screenshots in ${path.relative(root, folder)}`)
  if (failures.length === 0) return
  console.error(failures.join('\n'))
  process.exitCode = 1
}

async function take(browser: Browser, openScreen: OpenScreen, screen: Screen, theme: 'light' | 'dark', size: Viewport) {
  const page = await openScreen(browser, screen, theme, size)
  await waitUntilLoaded(page, screen)
  if (screen.isFullPage) await growToContent(page, size)
  await page.screenshot({ path: path.join(folder, `${screen.name}-${theme}-${size.width}.png`) })
  await page.context().close()
}

/** A window as tall as the page. In Playwright's `fullPage` screenshots, fixed elements would cover the middle. */
async function growToContent(page: Page, { width, height }: Viewport) {
  const length = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width, height: Math.max(height, length) })
}
