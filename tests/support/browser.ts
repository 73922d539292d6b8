import { findProgram } from './child-process.ts'

/** The headless build of Chromium. The end-to-end tests take about 0.75× of their time in `chromium`. */
export const findHeadlessShell = () => findProgram('chromium-headless-shell', 'chrome-headless-shell')

/** Finds an installed Chrome or Chromium; null when there is none. `CHROME_PATH` takes precedence. */
export function findBrowser(): string | null {
  const configured = process.env.CHROME_PATH
  if (configured) return findProgram(configured)
  return findHeadlessShell() ?? findWholeBrowser()
}

function findWholeBrowser(): string | null {
  return findProgram(
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
    'chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  )
}

/**
 * `--no-sandbox` lets the browser run as root and in containers without user namespaces; it opens only our own pages.
 * The other flags switch off background network traffic and first-run dialogs.
 */
export const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]
