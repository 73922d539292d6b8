import type { Page, WebSocketRoute } from '@playwright/test'
import type { Flag, FlagDetails } from '#shared/flags.ts'
import { createFlag } from '#tests/support/create-flag.ts'
import { expect, sees, test } from './check.ts'
import { expectToast, isDestructive, toastOf } from './toast.ts'

test.use({ viewer: 'admin' })

const flags = [
  createFlag({ id: 'hate', category: 'hate', severity: 3, summary: 'Hate: Character “Maud”' }),
  createFlag({ id: 'spam', category: 'spam', severity: 2, summary: 'Spam: Character “Otto”' }),
]
const tokenUrl = '**/api/admin/websocket-token'
const streamUrl = '**/api/admin/alerts/stream*'
const indicator = (page: Page) => page.getByRole('status', { name: 'Live alerts' })
const recentAlerts = (page: Page) => page.getByRole('region', { name: 'Recent alerts' }).getByRole('listitem')

/** Answers the calls of the queue with these flags, and records what is posted. */
async function mockFlags(page: Page, all: readonly Flag[] = flags) {
  const statuses: (string | null)[] = []
  const posted: unknown[] = []
  await page.route(/\/api\/admin\/flags(\?|$)/, (route) => {
    const status = new URL(route.request().url()).searchParams.get('status')
    statuses.push(status)
    return route.fulfill({ json: { flags: all.filter((flag) => flag.status === status) } })
  })
  await page.route(/\/api\/admin\/flags\/[a-z]+$/, (route) => {
    const flag = all.find(({ id }) => route.request().url().endsWith(id))
    const details = { flag, evidence: [], reports: [], actions: [], history: [] } as unknown as FlagDetails
    return route.fulfill({ json: details })
  })
  await page.route('**/api/admin/flags/*/action', (route) => {
    posted.push(route.request().postDataJSON())
    const flag = all.find(({ id }) => route.request().url().includes(`/${id}/`))
    return route.fulfill({ json: { flag: { ...flag, status: 'resolved' } } })
  })
  return { statuses, posted }
}

/** Answers the WebSocket; `serve` gets it with the first message of the page. */
async function mockSocket(page: Page, serve: (socket: WebSocketRoute, first: unknown) => void) {
  await page.route(tokenUrl, (route) => route.fulfill({ json: { adminToken: 'the-token', expiresAt: 0 } }))
  await page.routeWebSocket(/\/ws$/, (socket) => socket.onMessage((data) => serve(socket, JSON.parse(String(data)))))
}

/** The texts that an element has from now on. */
function recordTexts(element: Element): string[] {
  const seen: string[] = []
  const record = () => seen.at(-1) !== element.textContent && seen.push(element.textContent)
  new MutationObserver(record).observe(element, { childList: true, characterData: true, subtree: true })
  return seen
}

const send = (socket: WebSocketRoute, message: object) => socket.send(JSON.stringify(message))
const accept = (socket: WebSocketRoute) => send(socket, { type: 'auth_success', id: '1' })

test('§2 the dashboard', async ({ page }) => {
  const { statuses, posted } = await mockFlags(page)
  const socket = Promise.withResolvers<WebSocketRoute>()
  const first = Promise.withResolvers<unknown>()
  await mockSocket(page, (route, message) => {
    first.resolve(message)
    socket.resolve(route)
  })
  await page.goto('/admin')

  await sees('2.routes.admin.2', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Moderation' })).toBeVisible()
  })
  await sees('2.admin.1', () => expect(indicator(page)).toBeVisible())
  await sees('4.alerts.1', async () => {
    await expect(indicator(page)).toHaveText('Connecting')
    accept(await socket.promise)
    await expect(indicator(page)).toHaveText('Connected')
    // It says so for half a second, which a busy machine may not see.
    const texts = await indicator(page).evaluateHandle(recordTexts)
    ;(await socket.promise).close({ code: 1012 })
    await expect.poll(() => texts.evaluate((seen) => seen.join())).toMatch(/^Disconnected,Connecting/)
  })
  await sees('7.10', async () => {
    expect(await first.promise).toEqual({ type: 'auth', adminToken: 'the-token', lastEventId: null })
  })
  await sees('2.admin.3', async () => {
    await expect(page.getByRole('tab', { name: 'Content Flags' })).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('tab', { name: 'Audit Log' })).toBeVisible()
  })
  await sees('2.admin.4', async () => {
    const status = page.getByRole('group', { name: 'Status' })
    await expect(status.getByRole('button', { name: 'Open' })).toHaveAttribute('aria-pressed', 'true')
    expect(new Set(statuses)).toEqual(new Set(['open']))
    await status.getByRole('button', { name: 'Dismissed' }).click()
    await expect(page.getByText('No dismissed flags')).toBeVisible()
    expect(statuses.at(-1)).toBe('dismissed')
    await status.getByRole('button', { name: 'Open' }).click()
  })
  await sees('9.flags', async () => {
    const names = await page.getByRole('group', { name: 'Status' }).getByRole('button').allTextContents()
    expect(names).toEqual(['Open', 'Acknowledged', 'Resolved', 'Dismissed'])
  })
  await sees('4.flags.1', async () => {
    await page.getByRole('button', { name: 'Spam: Character “Otto”' }).click()
    await expect(
      page.getByRole('region', { name: 'Flag', exact: true }).getByText('Open', { exact: true }),
    ).toBeVisible()
  })
  const dismiss = page.getByRole('region', { name: 'Flag', exact: true }).getByRole('button', { name: 'Dismiss' })
  await sees('8.failed.9', async () => {
    await page.route('**/action', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 })
    await dismiss.click()
    await expectToast(page, 'Error', 'Failed to process flag action')
    expect(await isDestructive(page)).toBe(true)
  })
  await sees('2.admin.5', async () => {
    await dismiss.click()
    await expectToast(page, 'Action completed')
  })
  await sees('8.done.8', () => expectToast(page, 'Action completed'))
  await sees('4.flags.2', async () => {
    await page.getByRole('button', { name: 'Hate: Character “Maud”' }).click()
    for (const [action, notes] of [
      ['Escalate', ''],
      ['Approve', 'It names a person.'],
    ] as const) {
      await page.getByLabel('Note').fill(notes)
      const sent = page.waitForRequest('**/action')
      await page.getByRole('button', { name: action, exact: true }).click()
      expect((await sent).postDataJSON()).toMatchObject({ action: action.toLowerCase(), notes })
      await page.goto('/admin?flag=hate')
    }
    expect(posted).toHaveLength(3)
  })
  await sees('6.admin.2', async () => {
    await page.getByRole('tab', { name: 'Audit Log' }).click()
    await expect(page.getByRole('searchbox', { name: 'Search the audit log' })).toBeVisible()
  })
  await sees('4.accounts.3', async () => {
    const account = page.getByRole('complementary', { name: 'Sidebar' }).locator('a[href="/settings"]')
    await expect(account.getByText('Admin', { exact: true })).toBeVisible()
  })
  await sees('1.people.3', () => expect(page.getByRole('tab', { name: 'Content Flags' })).toBeVisible())
})

test('§9 alerts', async ({ page }) => {
  await mockFlags(page, [])
  const connected = Promise.withResolvers<WebSocketRoute>()
  await mockSocket(page, (socket) => {
    accept(socket)
    connected.resolve(socket)
  })
  await page.goto('/admin')
  const socket = await connected.promise
  await expect(indicator(page)).toHaveText('Connected')
  const alert = (index: number, severity: number) =>
    send(socket, {
      type: 'flag_alert',
      id: `${index}`,
      flag: createFlag({ id: `flag${index}`, severity, summary: `Flag ${index}` }),
    })
  await sees('2.admin.2', async () => {
    for (let index = 2; index <= 8; index += 1) alert(index, 1)
    await expect(recentAlerts(page)).toHaveCount(5)
    await expect(recentAlerts(page).first()).toContainText('Flag 8')
  })
  await sees('9.alerts', async () => {
    const colours = []
    for (const severity of [5, 4, 3, 2]) {
      alert(10 + severity, severity)
      await expect(recentAlerts(page).first()).toContainText(`Flag ${10 + severity}`)
      await expect(toastOf(page)).toContainText(`Flag ${10 + severity}`)
      expect(await isDestructive(page)).toBe(severity >= 4)
      const badge = recentAlerts(page).first().getByText(`Severity ${severity}`)
      colours.push(await badge.evaluate((element) => getComputedStyle(element).backgroundColor))
    }
    expect(colours[0]).toBe(colours[1])
    expect(new Set(colours).size).toBe(3)
  })
})

test('§8 an alert connection that is refused', async ({ page }) => {
  await mockFlags(page)
  let code = 4001
  await mockSocket(page, (socket) => socket.close({ code }))
  await page.route(streamUrl, () => {})
  await page.goto('/admin')
  await sees('4.alerts.3', async () => {
    await expectToast(page, 'Authentication Timeout', /Please refresh the page/)
    await expect(indicator(page)).toHaveText('Disconnected')
  })
  await sees('8.failed.12', async () => {
    await expectToast(page, 'Authentication Timeout', /refresh the page/)
    code = 4003
    await page.reload()
    await expectToast(page, 'Authentication Failed', /refresh the page/)
  })
  await sees('8.failed.10', async () => {
    for (const status of [401, 403]) {
      await page.route(tokenUrl, (route) => route.fulfill({ status, body: '' }))
      await page.goto('/admin')
      await expectToast(page, 'Authentication Required', /log in as admin/)
    }
  })
  await sees('8.failed.11', async () => {
    await page.unroute(tokenUrl)
    await page.route(streamUrl, (route) => route.abort())
    code = 1006
    await page.goto('/admin')
    await expectToast(page, 'Connection Failed')
    expect(await isDestructive(page)).toBe(true)
  })
})
