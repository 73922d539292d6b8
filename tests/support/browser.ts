import { findProgram } from './child-process.ts'

/** The Chrome or Chromium this machine already has; null when there is none. `CHROME_PATH` goes before all others. */
export function findBrowser(): string | null {
  const named = process.env.CHROME_PATH
  if (named) return findProgram(named)
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

/** It only ever opens our own pages, also as root and in containers without user namespaces; and it calls nobody. */
export const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]
