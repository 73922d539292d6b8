import { expectAccessible } from './accessible.ts'
import { expect, startServer, test } from './fixture.ts'
import { keepBack } from './keep-back.ts'
import { signUp } from './people.ts'

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('the landing page shows its text, whatever address brought the visitor', async ({ page }) => {
    for (const address of ['/', '/discover']) {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Someone is waiting in the wings.')
      await expect(page.getByRole('heading', { name: 'Meet the company' })).toBeVisible()
      await expect(page.getByText('© 2025')).toBeVisible()
    }
  })

  test('the subscription page shows its plans', async ({ page }) => {
    await page.goto('/subscribe')
    await expect(page).toHaveTitle('Subscribe · Troupe')
    await expect(page.getByText('$9.99')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Why Upgrade?' })).toBeVisible()
  })
})

test('the prerendered page comes to life as it stands', async ({ page }) => {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'))
  // The markup that came over the network is marked: what React throws away and draws again loses the mark.
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => document.querySelector('h1')?.setAttribute('data-first', ''))
  })
  for (const [address, button] of [
    ['/', 'Get Started Free'],
    ['/subscribe', 'Log In'],
  ] as const) {
    await page.goto(address)
    await page.getByRole('button', { name: button }).first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(page.locator('h1[data-first]')).toHaveCount(1)
    await expect(page.locator('html')).toHaveClass(/dark/)
  }
  expect(complaints).toEqual([])
})

test('a press before the script is there is not lost', async ({ page }) => {
  let letScriptsPass = () => {}
  const held = new Promise<void>((resolve) => {
    letScriptsPass = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Get Started Free' }).click()
  letScriptsPass()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('someone signed in never sees the landing page on the way in', async ({ page }) => {
  await signUp(page)
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    new MutationObserver(() => {
      const heading = document.querySelector('h1')?.textContent
      if (heading && seen.at(-1) !== heading) seen.push(heading)
    }).observe(document, { childList: true, subtree: true })
  })
  await page.reload()
  await expect(page.getByRole('heading', { name: /welcome/i })).toBeVisible()
  expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen.join())).toMatch(/^Welcome back/)
})

test.describe('installed', () => {
  test.use({ serviceWorkers: 'allow' })

  test('the house opens offline, says so, and opens for real when the network is back', async ({ page, context }) => {
    const own = await startServer()
    await signUp(page, own.url)
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.evaluate(() => localStorage.setItem('draft:someone:scene', 'Half a line'))
    await page.evaluate(() => localStorage.setItem('theme', 'dark'))
    await page.reload()
    await expect(page.getByRole('heading', { name: /welcome/i })).toBeVisible()

    await context.setOffline(true)
    await expect(page.getByText('You are offline.')).toBeVisible()
    await page.goto(`${own.url}/chat`)
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
    await expect(page.locator('html')).toHaveClass('dark')
    await expectAccessible(page)
    expect(await page.evaluate(() => localStorage.getItem('draft:someone:scene'))).toBe('Half a line')
    const keeps = await page.evaluate(async () => {
      const caches = await window.caches.keys()
      const requests = await Promise.all(caches.map(async (name) => (await window.caches.open(name)).keys()))
      return requests.flat().map(({ url }) => new URL(url).pathname)
    })
    expect(keeps.filter((path) => !path.startsWith('/assets/'))).toEqual(['/index.html', '/first-paint.js'])

    await context.setOffline(false)
    await expect(page.getByRole('heading', { name: 'Select a Character' })).toBeVisible()

    await own.stop()
    await page.goto(`${own.url}/discover`)
    await expect(page.getByRole('heading', { name: 'We cannot reach the house' })).toBeVisible()
  })

  test('it can be installed', async ({ page, request }) => {
    await page.goto('/')
    const href = await page.locator('link[rel=manifest]').getAttribute('href')
    const manifest = await (await request.get(href ?? '')).json()
    expect(manifest).toMatchObject({ name: 'Troupe', start_url: '/', display: 'standalone' })
    for (const { src, sizes } of manifest.icons) {
      expect((await request.get(src)).status(), src).toBe(200)
      if (sizes === 'any') continue
      const width = await page.evaluate(async (address) => {
        const picture = new Image()
        picture.src = address
        await picture.decode()
        return picture.naturalWidth
      }, src)
      expect(`${width}x${width}`).toBe(sizes)
    }
  })
})

test('the palette jumps to pages, characters and conversations, by keyboard alone', async ({ page }) => {
  const letCodeCome = await keepBack(page, /\/palette-[^/]*\.js$/)
  await signUp(page)
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.keyboard.press('Control+k')
  // Typed on before the palette is there, and all of it arrives where it is meant to.
  await page.keyboard.type('ju')
  letCodeCome()
  await page.keyboard.type('no')
  const box = page.getByRole('combobox', { name: /jump to/i })
  await expect(box).toHaveValue('juno')
  await expect(box).toBeFocused()
  // Put away with its own keys, it forgets what was typed.
  await page.keyboard.press('Control+k')
  await page.keyboard.press('Control+k')
  await expect(box).toHaveValue('')
  await expect(page.getByRole('group', { name: 'Pages' }).getByRole('option')).not.toHaveCount(0)
  await expectAccessible(page)

  await page.keyboard.type('juno')
  const found = page.getByRole('option', { name: /Juno Park/ })
  await expect(found).toHaveAttribute('aria-selected', 'true')
  await expect(box).toHaveAttribute('aria-activedescendant', (await found.getAttribute('id')) ?? '')
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
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Discover', level: 1 })).toBeVisible()

  // What happened last stands first, so one key leads back to it.
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('group', { name: 'Conversations' }).getByRole('option')).toHaveCount(1)
  await expect(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('option').last()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(conversation)

  // A scene that arrives meanwhile leaves the focus where somebody writes.
  const letSceneCome = await keepBack(page, /\/api\/conversations\/[\w-]{36}/)
  await page.reload()
  await page.getByRole('button', { name: 'Jump to' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('zzzz no')
  letSceneCome()
  await expect(page.getByRole('textbox', { name: /message/i, includeHidden: true })).toBeEnabled()
  await page.keyboard.type('body')
  await expect(box).toHaveValue('zzzz nobody')
  await expect(page.getByText('Nothing here by that name.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the shortcuts are listed under ?, but not while typing', async ({ page }) => {
  await signUp(page)
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.keyboard.press('?')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(list.getByText('Open or fold the sidebar')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(list).toHaveCount(0)

  await page.goto('/discover')
  await page.getByRole('searchbox').fill('who')
  await page.keyboard.press('?')
  await expect(page.getByRole('searchbox')).toHaveValue('who?')
  await expect(list).toHaveCount(0)
})

test('the palette can be reached without its keys', async ({ page, isMobile }) => {
  await signUp(page)
  if (isMobile) await page.getByRole('button', { name: /open sidebar|menu/i }).click()
  await page.getByRole('button', { name: /jump to/i }).click()
  await expect(page.getByRole('combobox', { name: /jump to/i })).toBeFocused()
  await page.getByRole('option', { name: 'Trending' }).click()
  await expect(page).toHaveURL(/\/trending$/)
})

test('the sidebar keeps its width for a week; on a phone it is a sheet', async ({ page, context, isMobile }) => {
  await signUp(page)
  if (isMobile) {
    await page.getByRole('button', { name: 'Open menu' }).click()
    const sheet = page.getByRole('dialog', { name: 'Menu' })
    await expect.poll(async () => (await sheet.boundingBox())?.x).toBe(0)
    expect((await sheet.boundingBox())?.width).toBe(288)
    await page.keyboard.press('Control+b')
    await expect(sheet).toHaveCount(0)
    return
  }
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
  const widthOf = async () => Math.round((await sidebar.boundingBox())?.width ?? 0)
  expect(await widthOf()).toBe(256)
  await page.keyboard.press('Control+b')
  await expect.poll(widthOf).toBe(48)
  const cookie = (await context.cookies()).find(({ name }) => name === 'sidebar_state')
  expect(cookie?.value).toBe('false')
  expect(Math.abs((cookie?.expires ?? 0) - (Date.now() / 1000 + 604_800))).toBeLessThan(60)
  await page.reload()
  await expect.poll(widthOf).toBe(48)
  await page.getByRole('link', { name: 'Discover' }).hover()
  await expect(page.getByRole('tooltip')).toHaveText('Discover')
  await page.getByRole('button', { name: 'Expand sidebar' }).click()
  await expect.poll(widthOf).toBe(256)
})
