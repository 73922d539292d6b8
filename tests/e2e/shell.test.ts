import { signUp } from './accounts.ts'
import { delayResponses } from './delay-responses.ts'
import { expect, test, withMotion } from './fixture.ts'

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the landing page shows its text at any path, and the subscription page its plans', async ({ page }) => {
    for (const address of ['/', '/discover']) {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Someone is waiting in the wings.')
      await expect(page.getByRole('heading', { name: 'Meet the characters' })).toBeVisible()
      await expect(page.getByText('© 2025')).toBeVisible()
    }
    await page.goto('/subscribe')
    await expect(page).toHaveTitle('Subscribe · Troupe')
    await expect(page.getByText('$9.99')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Why Upgrade?' })).toBeVisible()
  })
})

test('hydration keeps the prerendered markup', async ({ page }) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text())
  })
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'))
  // Marks an element of the served HTML; React would lose the mark if it rendered the element again.
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => document.querySelector('h1')?.setAttribute('data-first', ''))
  })
  for (const [address, button] of [
    ['/', 'Get Started Free'],
    ['/subscribe', 'Log In'],
    ['/subscribe/', 'Log In'],
  ] as const) {
    await page.goto(address)
    await page.getByRole('button', { name: button }).first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(page.locator('h1[data-first]')).toHaveCount(1)
    await expect(page.locator('html')).toHaveClass(/dark/)
  }
  expect(errors).toEqual([])
})

for (const [path, scripts, button] of [
  ['/', /\/assets\/[^/]*\.js$/, 'Get Started Free'],
  ['/subscribe', /\/assets\/public-subscribe-page[^/]*\.js$/, 'Log In'],
] as const) {
  test(`a click on ${path} before its scripts have loaded is not lost, and keeps the prerendered markup`, async ({
    page,
  }) => {
    const releaseScripts = await delayResponses(page, scripts)
    await page.goto(path, { waitUntil: 'commit' })
    await page.locator('h1').evaluate((heading) => heading.setAttribute('data-first', ''))
    await page.getByRole('button', { name: button }).first().click()
    releaseScripts()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(page.locator('h1[data-first]')).toHaveCount(1)
  })
}

test('a signed-in user never sees the landing page while the page loads', async ({ page }) => {
  await signUp(page)
  await page.addInitScript(() => {
    const headings: string[] = []
    Object.assign(window, { headings })
    new MutationObserver(() => {
      const heading = document.querySelector('h1')?.textContent
      if (heading && headings.at(-1) !== heading) headings.push(heading)
    }).observe(document, { childList: true, subtree: true })
  })
  await page.reload()
  await expect(page.getByRole('heading', { name: /welcome/i })).toBeVisible()
  expect(await page.evaluate(() => (window as unknown as { headings: string[] }).headings.join())).toMatch(
    /^Welcome, [^,]+$/,
  )
})

test('a tab from before a deployment loads the page again whose code is gone', async ({ page }) => {
  await signUp(page)
  let isOld = true
  await page.route('**/assets/trending-page*.js', (route) =>
    isOld ? route.fulfill({ status: 404 }) : route.continue(),
  )
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isOld = false
  })
  await page.getByRole('link', { name: 'Trending' }).click()
  await expect(page.getByRole('heading', { name: 'Trending', level: 1 })).toBeVisible()
  expect(isOld).toBe(false)
})

test.describe('as an installed app', () => {
  test.use({ serviceWorkers: 'allow' })

  test('a page that is opened offline says so, in the chosen theme, and opens once the server answers', async ({
    page,
    context,
  }) => {
    await signUp(page)
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.evaluate(() => localStorage.setItem('theme', 'dark'))
    await context.setOffline(true)
    await expect(page.getByText('You are offline.')).toBeVisible()
    await page.goto('/chat')
    await expect(page.getByRole('heading', { name: "Can't reach the server" })).toBeVisible()
    await expect(page.locator('html')).toHaveClass('dark')
    await context.setOffline(false)
    await expect(page.getByRole('heading', { name: 'Select a Character' })).toBeVisible()
  })

  test('the manifest makes the app installable', async ({ page, request }) => {
    await page.goto('/')
    const href = await page.locator('link[rel=manifest]').getAttribute('href')
    const manifest = await (await request.get(href ?? '')).json()
    expect(manifest).toMatchObject({ name: 'Troupe', start_url: '/', display: 'standalone' })
    for (const { src, sizes } of manifest.icons) {
      expect((await request.get(src)).status(), src).toBe(200)
      if (sizes === 'any') continue
      const width = await page.evaluate(async (address) => {
        const image = new Image()
        image.src = address
        await image.decode()
        return image.naturalWidth
      }, src)
      expect(`${width}x${width}`).toBe(sizes)
    }
  })
})

test('the palette opens pages, characters and conversations with the keyboard only', async ({ page }) => {
  const releasePalette = await delayResponses(page, /\/palette-[^/]*\.js$/)
  await signUp(page)
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.keyboard.press('Control+k')
  // Keys pressed before the palette has loaded reach its input.
  await page.keyboard.type('ju')
  releasePalette()
  await page.keyboard.type('no')
  const box = page.getByRole('combobox', { name: /jump to/i })
  await expect(box).toHaveValue('juno')
  await expect(box).toBeFocused()
  // Closing the palette clears its input.
  await page.keyboard.press('Control+k')
  await page.keyboard.press('Control+k')
  await expect(box).toHaveValue('')
  await expect(page.getByRole('group', { name: 'Pages' }).getByRole('option')).not.toHaveCount(0)

  await page.keyboard.type('juno')
  const found = page.getByRole('option', { name: /Juno Park/ })
  await expect(found).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/chat\/[\w-]{36}$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const answer = page.waitForResponse('**/api/chat')
  await page.getByRole('textbox', { name: /message/i }).fill('The usual, please.')
  await page.keyboard.press('Enter')
  await answer
  const conversation = page.url()

  await page.keyboard.press('Control+k')
  await page.keyboard.type('disc')
  await expect(page.getByRole('option', { selected: true })).toHaveText('Discover')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Discover', level: 1 })).toBeVisible()

  // The most recent conversation comes first.
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('group', { name: 'Conversations' }).getByRole('option')).toHaveCount(1)
  await expect(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('option').last()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(conversation)

  // A conversation that finishes loading does not take the focus from the palette.
  const releaseConversation = await delayResponses(page, /\/api\/conversations\/[\w-]{36}/)
  await page.reload()
  await page.getByRole('button', { name: 'Jump to' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('zzzz no')
  releaseConversation()
  await expect(page.getByRole('textbox', { name: /message/i, includeHidden: true })).toBeEnabled()
  await page.keyboard.type('body')
  await expect(box).toHaveValue('zzzz nobody')
  await expect(page.getByText('Not found. Try other words.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the palette finds the settings, changes the theme and logs out; the ? key lists the shortcuts', async ({
  page,
}) => {
  await signUp(page)
  const choose = async (words: string, option: string, open = () => page.keyboard.press('Control+k')) => {
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await open()
    await page.keyboard.type(words)
    await expect(page.getByRole('option', { selected: true })).toHaveText(option)
    await page.keyboard.press('Enter')
  }
  for (const [words, option, path] of [
    ['settings', 'Account', /\/settings$/],
    ['password', 'Account: Security', /\/settings\/security$/],
  ] as const) {
    await choose(words, option)
    await expect(page).toHaveURL(path)
    await choose('trending', 'Trending')
    await expect(page).toHaveURL(/\/trending$/)
  }
  await choose('discover', 'Discover', async () => {
    await page.getByRole('button', { name: /jump to/i }).click()
    await expect(page.getByRole('combobox', { name: /jump to/i })).toBeFocused()
  })
  await expect(page.getByRole('heading', { level: 1, name: 'Discover' })).toBeFocused()
  await page.keyboard.press('?')
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(shortcuts.getByText('Open or close the sidebar')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(shortcuts).toHaveCount(0)
  await page.getByRole('searchbox').fill('who')
  await page.keyboard.press('?')
  await expect(page.getByRole('searchbox')).toHaveValue('who?')
  await expect(shortcuts).toHaveCount(0)
  await choose('theme', 'Switch to dark theme')
  await expect(page.locator('html')).toHaveClass(/dark/)
  await choose('log out', 'Log out')
  await expect(page.getByRole('button', { name: 'Log In' }).first()).toBeVisible()
})

test.describe('with animations', () => {
  test.use(withMotion)

  test('the palette keeps the focus while a menu disappears', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const releasePalette = await delayResponses(page, /\/palette-[^/]*\.js$/)
    await signUp(page)
    await page.getByRole('button', { name: 'More about Ines Calder' }).click()
    const closing = page.getByRole('menu')
    await expect(closing).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await expect(closing.and(page.locator('[data-state]'))).toHaveCount(0)
    await page.keyboard.type('ju')
    releasePalette()
    await page.keyboard.type('no')
    const box = page.getByRole('combobox', { name: /jump to/i })
    await expect(box).toHaveValue('juno')
    await expect(box).toBeFocused()
  })
})
