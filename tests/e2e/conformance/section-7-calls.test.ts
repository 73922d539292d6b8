import { requestsReported } from '../requests-reported.ts'
import { expect, sees, test } from './check.ts'
import { createCharacter, findSampleCharacter } from './server.ts'

test.use({ viewer: 'new-user' })

test('§7 requests and their caching', async ({ page, context }) => {
  const calls: string[] = []
  page.on('request', (call) => {
    const { pathname, search } = new URL(call.url())
    if (pathname.startsWith('/api/')) calls.push(`${call.method()} ${pathname}${search}`)
  })
  const { id } = await findSampleCharacter(page.request, 'Ines Calder')
  // Home lists it as a new one.
  await createCharacter(page.request, { isPublic: true })
  await page.clock.install()
  await page.goto('/')
  await expect(page.getByRole('article').first()).toBeVisible()
  await sees('7.8', async () => {
    expect(calls.map((call) => call.split('?')[0])).toContain('GET /api/characters/public')
  })
  await sees('7.3', async () => {
    await page.goto(`/chat?character=${id}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Ines Calder' })).toBeVisible()
    // The query key is '/api/characters' and the id.
    await expect.poll(() => calls).toContain(`GET /api/characters/${id}`)
    await expect.poll(() => calls).toContain('GET /api/characters')
  })
  await sees('7.6', async () => {
    await page.waitForLoadState('networkidle')
    calls.length = 0
    const other = await context.newPage()
    await other.goto('/favicon.svg')
    await page.bringToFront()
    await other.close()
    await page.evaluate(() => {
      for (const name of ['visibilitychange', 'focus']) {
        document.dispatchEvent(new Event(name, { bubbles: true }))
        window.dispatchEvent(new Event(name))
      }
    })
    await requestsReported(page)
    expect(calls.filter((call) => call.includes('/api/characters'))).toEqual([])
  })
  await sees('7.7', async () => {
    const home = page.getByRole('link', { name: 'Home', exact: true })
    const newCharacters = page.getByRole('region', { name: 'New', exact: true })
    await home.click()
    await expect(page.getByRole('article').first()).toBeVisible()
    // The last request of home, which is sent when the browser is idle.
    await expect(newCharacters).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('log')).toBeVisible()
    calls.length = 0
    await page.clock.fastForward('01:00:00')
    // The cached data of a page is still used after an hour.
    await home.click()
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(newCharacters).toBeVisible()
    await requestsReported(page)
    expect(calls.filter((call) => call.includes('/api/characters'))).toEqual([])
  })
})
