import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { browserFlags, findBrowser } from '../tests/support/browser.ts'
import { ServerProcess } from '../tests/support/server-process.ts'
import { prepareVisits, settle, type Visits } from './screenshots/prepare-visits.ts'
import { readmePictures } from './screenshots/readme-pictures.ts'
import type { Screen } from './screenshots/screen.ts'
import { screens } from './screenshots/screens.ts'

/**
 * Every screen in both themes at three widths, into .cache/screenshots, in some eight minutes. `-- --readme` makes the
 * README's pictures anew; `-- home chat` takes those screens alone, `-- --narrow` all of them on the smallest of phones.
 */
const root = path.resolve(import.meta.dirname, '..')
const folder = path.join(root, '.cache', 'screenshots')
const themes = ['light', 'dark'] as const
interface Size {
  width: number
  height: number
}
const sizes: readonly Size[] = process.argv.includes('--narrow')
  ? [{ width: 320, height: 640 }]
  : [
      { width: 1440, height: 900 },
      { width: 768, height: 1024 },
      { width: 390, height: 844 },
    ]

const dataDir = path.join(root, '.cache', 'screenshots-data')
rmSync(dataDir, { recursive: true, force: true })
const asked = process.argv.slice(2).filter((word) => !word.startsWith('--'))
if (asked.length === 0 && !process.argv.includes('--readme')) rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const wanted = screens.filter(({ name }) => asked.length === 0 || asked.includes(name))

const server = await ServerProcess.create({
  env: { DATA_DIR: dataDir, RATE_LIMITS: 'off', LOCAL_MODELS: 'off', AGE_ASSURANCE: 'none' },
})
await server.start()
const executablePath = findBrowser()
const browser = await chromium.launch({ args: browserFlags, ...(executablePath ? { executablePath } : {}) })
try {
  const forShow = process.argv.includes('--readme')
  const visits = await prepareVisits(server.url, dataDir, { forShow })
  if (forShow) await readmePictures(browser, visits, path.join(root, 'docs', 'images'))
  else await takeAll(browser, visits)
} finally {
  await browser.close()
  await server.terminate()
  rmSync(dataDir, { recursive: true, force: true })
}

async function takeAll(browser: Browser, visits: Visits) {
  let taken = 0
  const missed: string[] = []
  for (const theme of themes) {
    for (const size of sizes) {
      for (const screen of wanted.filter(({ only }) => only === undefined || (only === 'phone') === size.width < 768)) {
        try {
          await take(browser, visits, screen, theme, size)
          taken += 1
        } catch (error) {
          missed.push(`${screen.name}, ${theme}, ${size.width}: ${error}`)
        }
      }
    }
  }
  console.log(`${taken} pictures in ${path.relative(root, folder)}`)
  if (missed.length === 0) return
  console.error(missed.join('\n'))
  process.exitCode = 1
}

async function take(browser: Browser, visits: Visits, screen: Screen, theme: 'light' | 'dark', size: Size) {
  const page = await visits.open(browser, screen, theme, size)
  const name = `${screen.name}-${theme}-${size.width}.png`
  await settle(page, screen)
  if (screen.whole) await growToContent(page, size)
  await page.screenshot({ path: path.join(folder, name) })
  await page.context().close()
}

/** As tall a window as the page is long: what sticks to the window's edges then stands where the page ends. */
async function growToContent(page: Page, { width, height }: Size) {
  const length = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width, height: Math.max(height, length) })
}
