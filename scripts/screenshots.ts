import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { browserFlags, findBrowser } from '../tests/support/browser.ts'
import { ServerProcess } from '../tests/support/server-process.ts'
import { prepareVisits, type Visits } from './screenshots/prepare-visits.ts'
import { readmePictures } from './screenshots/readme-pictures.ts'
import { type Screen, screens } from './screenshots/screens.ts'

/**
 * Every screen in both themes at three widths, into .cache/screenshots, in some eight minutes. `-- --readme` makes the
 * README's pictures anew; `-- home chat` takes those screens alone.
 */
const root = path.resolve(import.meta.dirname, '..')
const folder = path.join(root, '.cache', 'screenshots')
const themes = ['light', 'dark'] as const
const sizes = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
] as const
type Size = (typeof sizes)[number]

const dataDir = path.join(root, '.cache', 'screenshots-data')
rmSync(dataDir, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const asked = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const wanted = screens.filter(({ name }) => asked.length === 0 || asked.includes(name))

const server = await ServerProcess.at({
  env: { DATA_DIR: dataDir, RATE_LIMITS: 'off', LOCAL_MODELS: 'off', AGE_ASSURANCE: 'none' },
})
await server.start()
const executablePath = findBrowser()
const browser = await chromium.launch({ args: browserFlags, ...(executablePath ? { executablePath } : {}) })
try {
  const visits = await prepareVisits(server.url)
  if (process.argv.includes('--readme')) await readmePictures(browser, visits, path.join(root, 'docs', 'images'))
  else await takeAll(browser, visits)
} finally {
  await browser.close()
  await server.terminate()
  rmSync(dataDir, { recursive: true, force: true })
}

async function takeAll(browser: Browser, visits: Visits) {
  for (const theme of themes) {
    for (const size of sizes) {
      for (const screen of wanted) await take(browser, visits, screen, theme, size)
    }
  }
  console.log(`${themes.length * sizes.length * wanted.length} pictures in ${path.relative(root, folder)}`)
}

async function take(browser: Browser, visits: Visits, screen: Screen, theme: 'light' | 'dark', size: Size) {
  const page = await visits.open(browser, screen, theme, size)
  const name = `${screen.name}-${theme}-${size.width}.png`
  if (screen.whole) await growToContent(page, size)
  await page.screenshot({ path: path.join(folder, name) })
  await page.context().close()
}

/** As tall a window as the page is long: what sticks to the window's edges then stands where the page ends. */
async function growToContent(page: Page, { width, height }: Size) {
  const length = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width, height: Math.max(height, length) })
}
