import { defineConfig } from '@playwright/test'
import { browserFlags, findBrowser, findHeadlessShell } from './tests/support/browser.ts'

const executablePath = findBrowser()
/** It is eleven in the morning in the browser, so that the day does not change during a test. */
const hoursAhead = 11 - new Date().getUTCHours()

/**
 * They lower the processor time of the tests by a tenth. The pages are read and left, so optimized code costs more than it
 * saves; a network service in the browser's process needs neither a process nor its messages. The first feature is
 * Playwright's, whose list this one replaces.
 */
const costFlags = [
  '--js-flags=--no-opt --no-maglev',
  '--enable-features=CDPScreenshotNewSurface,NetworkServiceInProcess2',
]

/** Each worker starts its own server (tests/e2e/fixture.ts), so there is no `webServer`. */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.test.ts',
  outputDir: '.cache/e2e',
  fullyParallel: true,
  forbidOnly: true,
  // Two whole browsers use two cores entirely; headless shells leave a seventh of them idle.
  workers: findHeadlessShell() ? 3 : 2,
  // A machine may be slow, or busy with other work. What takes longer says so itself.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    // The tests of the offline shell allow it; in the others it would answer before the routes a test intercepts.
    serviceWorkers: 'block',
    launchOptions: { args: [...browserFlags, ...costFlags], ...(executablePath ? { executablePath } : {}) },
    screenshot: 'only-on-failure',
    // The sign of these zones is reversed: Etc/GMT-2 is two hours ahead.
    timezoneId: `Etc/GMT${hoursAhead > 0 ? '-' : '+'}${Math.abs(hoursAhead)}`,
    // Each click would wait for the end of an animation. A few tests have them: `withMotion` of the fixture.
    contextOptions: { reducedMotion: 'reduce' },
  },
})
