import { defineConfig } from '@playwright/test'
import { browserFlags, findBrowser } from './tests/support/browser.ts'

const executablePath = findBrowser()

/** Each worker starts a server of its own (tests/e2e/fixture.ts), so there is no `webServer` here. */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.test.ts',
  outputDir: '.cache/e2e',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    // Only the tests of the offline shell want it; elsewhere it would stand between a test and its network.
    serviceWorkers: 'block',
    launchOptions: { args: browserFlags, ...(executablePath ? { executablePath } : {}) },
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      // These set their own widths, sentences about phones included, or are the same at any width.
      testIgnore: [
        '**/{conformance/**,{account,keyboard,layout,shell,ratings-and-reports,reply-survives,long-conversation,discover,every-screen}.test.ts}',
      ],
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
})
