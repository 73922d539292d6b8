import { readFileSync } from 'node:fs'
import type { BrowserContext, Page } from '@playwright/test'
import type { User } from '#shared/accounts.ts'
import { testCards } from '#shared/payment-card.ts'
import { readAccountData } from '#tests/support/account-data.ts'
import { setAccountTypeInDataDir } from '#tests/support/account-type.ts'
import { registerAccount } from './accounts.ts'
import { sees } from './conformance/sees.ts'
import { findSampleCharacter } from './conformance/server.ts'
import { expectToast, expectUncovered, isDestructive, toastOf } from './conformance/toast.ts'
import { test as base, expect } from './fixture.ts'

type SignUp = (name: string, role?: 'free' | 'moderator' | 'admin') => Promise<Page>

/** With pages of new users, on a server of the test's own: it counts the flags. */
const test = base.extend<{ signUp: SignUp }>({
  serverEnv: {},
  signUp: async ({ browser, server }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (username, role = 'free') => {
      const context = await browser.newContext()
      contexts.push(context)
      const data = { username, password: 'quiet-harbor' }
      const { user } = (await (await context.request.post('/api/auth/register', { data })).json()) as { user: User }
      const rights = { accountType: role === 'admin' ? 'admin' : 'free', moderator: role === 'moderator' } as const
      if (role !== 'free') await setAccountTypeInDataDir(server.dataDir, user.id, rights)
      return context.newPage()
    })
    for (const context of contexts) await context.close()
  },
})

const indicator = (page: Page) => page.getByRole('status', { name: 'Live alerts' })
const queue = (page: Page) => page.getByRole('list', { name: 'Open flags' })
const row = (page: Page, text: string) => queue(page).getByRole('button', { name: text })
const flagOf = (page: Page) => page.getByRole('region', { name: 'Flag', exact: true })

async function openDashboard(page: Page, connection = 'Connected') {
  await page.goto('/admin')
  await expect(indicator(page)).toContainText(connection)
}

/** No WebSocket of the page gets an answer, as behind a proxy that drops them. */
async function blockWebSocket(page: Page) {
  await page.routeWebSocket(/\/ws$/, () => {})
}

async function createCharacter(author: Page, name = 'Maud Grell'): Promise<string> {
  const data = { name, description: 'Sells what is not hers.', category: 'Drama', isPublic: true }
  const response = await author.request.post('/api/characters', { data })
  expect(response.status()).toBe(201)
  return (await response.json()).id
}

/** Reports the character through its card. */
async function report(player: Page, category: string, note: string) {
  await player.goto('/discover?search=Maud')
  await player.getByRole('button', { name: 'More about Maud Grell' }).click()
  await player.getByRole('menuitem', { name: 'Report' }).click()
  const dialog = player.getByRole('dialog', { name: 'Report Maud Grell' })
  await dialog.getByRole('radio', { name: category }).check()
  await dialog.getByLabel('Do you want to add anything?').fill(note)
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expectToast(player, 'Report sent')
}

async function expectAlert(admin: Page) {
  await expect(row(admin, 'Maud Grell')).toBeVisible()
  const recent = admin.getByRole('region', { name: 'Recent alerts' })
  await expect(recent.getByRole('listitem')).toHaveCount(1)
}

interface Participants {
  author: Page
  player: Page
  dana: Page
  ed: Page
}

/** From the report to the decision, which another open dashboard shows: one without WebSocket. */
async function decideReport(signUp: SignUp): Promise<Participants> {
  const author = await signUp('Otto Brandt')
  const player = await signUp('Pat Player')
  const dana = await signUp('Dana Whitlock', 'admin')
  const ed = await signUp('Ed Moss', 'admin')
  await createCharacter(author)
  await blockWebSocket(ed)
  await sees('2.admin.1', () => openDashboard(dana))
  await openDashboard(ed, 'without WebSocket')
  await sees('2.routes.admin.2', async () => {
    for (const admin of [dana, ed]) await expect(admin.getByText('No open flags')).toBeVisible()
  })
  await sees('4.accounts.3', async () => {
    const account = dana.getByRole('complementary', { name: 'Sidebar' }).locator('a[href="/settings"]')
    await expect(account.getByText('Admin', { exact: true })).toBeVisible()
  })
  await sees('2.admin.3', () => expect(dana.getByRole('tab').first()).toHaveText('Content Flags'))
  const statuses = dana.getByRole('group', { name: 'Status' }).getByRole('button')
  await sees('9.flags', () => expect(statuses).toHaveText(['Open', 'Acknowledged', 'Resolved', 'Dismissed']))
  await sees('2.admin.4', () => expect(statuses.first()).toHaveAttribute('aria-pressed', 'true'))

  const toasts = [dana, ed].map((admin) => toastOf(admin).getByText('New flag, severity 4', { exact: true }).waitFor())
  await report(player, 'Threats, or instructions for serious harm', 'She names a street and a date.')
  await Promise.all([...toasts, ...[dana, ed].map(expectAlert)])

  await row(dana, 'Maud Grell').click()
  await sees('4.flags.1', () => expect(flagOf(dana).getByText('Open', { exact: true })).toBeVisible())
  await flagOf(dana).getByRole('button', { name: 'Claim' }).click()
  await expect(row(ed, 'Maud Grell')).toContainText('claimed by Dana Whitlock')
  await row(ed, 'Maud Grell').click()
  await expect(flagOf(ed).getByRole('button', { name: 'Approve' })).toBeDisabled()

  // Until it is revealed, it is blurred, and no screen reader reads it.
  await expect(flagOf(dana).locator('[inert]').getByText('Sells what is not hers.')).toHaveCount(1)
  await flagOf(dana).getByRole('button', { name: 'Show evidence' }).click()
  await expect(flagOf(dana).locator('[inert]')).toHaveCount(0)
  await expect(flagOf(dana).getByText('Sells what is not hers.')).toBeVisible()
  await flagOf(dana).getByLabel('Note').fill('Names a real street.')
  const rule = { label: 'Someone’s private information' }
  await flagOf(dana).getByLabel('Rule, with a text for it').selectOption(rule)
  await expect(flagOf(dana).getByLabel('What Otto Brandt reads')).toHaveValue(/^It has private information/)
  await flagOf(dana).getByLabel('What Otto Brandt reads').fill('It names a real street: please leave it out.')
  await sees('8.failed.9', async () => {
    await dana.route('**/action', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 })
    await flagOf(dana).getByRole('button', { name: 'Approve' }).click()
    await expectToast(dana, 'Error', 'Failed to process flag action')
    expect(await isDestructive(dana)).toBe(true)
  })
  await sees('2.admin.5', () => flagOf(dana).getByRole('button', { name: 'Approve' }).click())
  await sees('8.done.8', () => expectToast(dana, 'Action completed'))
  await expect(row(dana, 'Maud Grell')).toHaveCount(0)
  await sees('4.flags.2', async () => {
    await expect(flagOf(ed).getByText('Dana Whitlock approved this flag')).toBeVisible()
    await expect(flagOf(ed).getByText('Names a real street.')).toBeVisible()
  })
  return { author, player, dana, ed }
}

/** From the decision to the appeal against it. */
async function appealDecision({ author, player, dana, ed }: Participants) {
  await player.goto('/discover?search=Maud')
  await expect(player.getByRole('heading', { name: 'Discover' })).toBeVisible()
  await expect(player.getByRole('button', { name: /clear/i }).last()).toBeVisible()
  await expect(player.getByRole('article')).toHaveCount(0)

  await sees('6.admin.2', async () => {
    await ed.getByRole('tab', { name: 'Audit Log' }).click()
    const entry = ed.getByRole('list', { name: 'Audit log' }).getByRole('listitem').first()
    await expect(entry).toContainText('Dana Whitlock')
    await expect(entry).toContainText('Approve')
  })

  await player.goto('/settings/data')
  const outcome = player.getByRole('list', { name: 'Your reports' }).getByRole('listitem')
  await expect(outcome).toContainText('Maud Grell')
  await expect(outcome).toContainText('Action taken')

  await appeal(author)
  await expectToast(ed, 'New flag, severity 3')
  await sees('1.people.3', async () => {
    await ed.getByRole('tab', { name: 'Content Flags' }).click()
    await row(ed, 'Appeal against a decision').click()
  })
  // Who made the decision learns it before trying.
  const ownDecision = 'You made the decision that this appeal is against.'
  await expect(flagOf(ed).getByRole('heading', { name: /^Appeal against a decision/ })).toBeVisible()
  await expect(flagOf(ed).getByText(ownDecision)).toHaveCount(0)
  await row(dana, 'Appeal against a decision').click()
  await expect(flagOf(dana).getByText(ownDecision)).toBeVisible()
  await expect(flagOf(ed).getByText('The street is in a novel.').first()).toBeVisible()
  await expect(flagOf(ed).getByRole('region', { name: 'The decision', exact: true })).toContainText(
    'Names a real street.',
  )
  await flagOf(ed).getByRole('button', { name: 'Show evidence' }).click()
  await expect(flagOf(ed).getByText('Sells what is not hers.')).toBeVisible()
  await flagOf(ed).getByRole('button', { name: 'Approve' }).click()
  await expectToast(ed, 'Action completed')
  await player.goto('/discover?search=Maud')
  await expect(player.getByRole('article')).toHaveCount(1)
}

async function appeal(author: Page) {
  await author.goto('/my-characters')
  await expect(author.getByRole('article').getByText('Removed', { exact: true })).toBeVisible()
  await author.getByRole('link', { name: 'Read why, and how to appeal' }).click()
  const decision = author.getByRole('list', { name: 'Decisions about you' }).getByRole('listitem')
  await expect(decision).toContainText('Your character “Maud Grell” was removed.')
  await expect(decision).toContainText('Rule: Someone’s private information')
  await expect(decision).toContainText('It names a real street: please leave it out.')
  await decision.getByRole('button', { name: 'Appeal' }).click()
  const dialog = author.getByRole('dialog', { name: 'Appeal this decision' })
  await dialog.getByRole('button', { name: 'Send appeal' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Please say why the decision should be reviewed')
  await dialog.getByLabel('Why should it be reviewed?').fill('The street is in a novel.')
  await dialog.getByRole('button', { name: 'Send appeal' }).click()
  await expect(decision).toContainText('Your appeal is under review.')
}

test('a report is alerted, claimed and decided, and its outcome shown and appealed', async ({ signUp }) => {
  await appealDecision(await decideReport(signUp))
})

test('a moderator is alerted on any page, reads about the account, and escalates to the admins', async ({ signUp }) => {
  const [author, player] = [await signUp('Otto Brandt'), await signUp('Pat Player')]
  const [moderator, admin] = [await signUp('Maren Holt', 'moderator'), await signUp('Dana Whitlock', 'admin')]
  const targetId = await createCharacter(author)
  for (const page of [moderator, admin]) {
    const isConnected = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'))
    await Promise.all([isConnected, page.goto('/trending')])
  }
  await expect(moderator.getByRole('link', { name: 'Users' })).toHaveCount(0)
  const data = { targetType: 'character', targetId, category: 'threats', note: 'She names a street and a date.' }
  expect((await player.request.post('/api/reports', { data })).ok()).toBe(true)
  for (const page of [moderator, admin]) {
    await expectToast(page, 'New flag, severity 4')
    await expect(page.getByRole('link', { name: 'Moderation 1 open flags' })).toBeVisible()
  }
  await toastOf(moderator).getByRole('button', { name: 'Open' }).click()
  await flagOf(moderator).getByRole('link', { name: 'Otto Brandt' }).click()
  await expect(moderator.getByRole('heading', { level: 1, name: 'Otto Brandt' })).toBeVisible()
  await expect(moderator.getByRole('list', { name: 'Flags about the account' }).getByRole('link')).toHaveCount(1)
  await expect(moderator.getByRole('button', { name: 'Make an admin' })).toHaveCount(0)
  await moderator.getByRole('link', { name: 'Back to the flag' }).click()
  await flagOf(moderator).getByRole('button', { name: 'Escalate' }).click()
  await expectToast(admin, 'Escalated flag, severity 4')
  await expect(admin.getByRole('link', { name: 'Moderation', exact: true })).toBeVisible()
  await toastOf(admin).getByRole('button', { name: 'Open' }).click()
  await expect(admin).toHaveURL(/flag=/)
  await moderator.goto(admin.url())
  await expect(flagOf(moderator).getByText('This flag was escalated: an admin decides it.')).toBeVisible()
  await flagOf(admin).getByLabel('Approving means').selectOption('A warning only')
  await flagOf(admin).getByRole('button', { name: 'Approve' }).click()
  await toastOf(admin).getByRole('button', { name: 'Undo' }).click()
  await expectToast(admin, 'Approval undone')
  await expect(admin.getByRole('link', { name: 'Moderation 1 open flags' })).toBeVisible()
})

test('flags are triaged by keyboard', async ({ signUp }) => {
  const author = await signUp('Otto Brandt')
  const player = await signUp('Pat Player')
  const admin = await signUp('Dana Whitlock', 'admin')
  const targetId = await createCharacter(author)
  for (const category of ['spam', 'hate', 'minors']) {
    await player.request.post('/api/reports', { data: { targetType: 'character', targetId, category, note: '' } })
  }
  await openDashboard(admin)
  const current = queue(admin).locator('[aria-current=true]')
  await expect(queue(admin).getByRole('listitem')).toHaveCount(3)
  await admin.keyboard.press('j')
  await expect(current).toContainText('Severity 5')
  await admin.keyboard.press('j')
  await expect(current).toContainText('Severity 3')
  await admin.keyboard.press('k')
  await expect(current).toContainText('Severity 5')
  await expect(current).toBeFocused()
  // An open dialog has all keys, also when the focus has left it.
  await admin.keyboard.press('?')
  const shortcuts = admin.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(shortcuts).toContainText('In the moderation queue')
  await admin.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await admin.keyboard.press('j')
  await admin.keyboard.press('Escape')
  await expect(shortcuts).toHaveCount(0)
  await expect(current).toContainText('Severity 5')

  await expect(flagOf(admin).getByRole('button', { name: 'Show evidence' })).toBeVisible()
  await admin.keyboard.press('s')
  await expect(flagOf(admin).getByRole('button', { name: 'Hide evidence' })).toBeVisible()
  await expect(current).toContainText('claimed by you')
  await admin.keyboard.press('e')
  await expect(flagOf(admin).getByRole('button', { name: 'Escalate' })).toBeFocused()
  await admin.keyboard.press('Enter')
  await expectToast(admin, 'Action completed')
  await expect(current).toContainText('Severity 3')
  await expect(current).toBeFocused()
  await expect(flagOf(admin).getByLabel('Note')).toBeVisible()

  await admin.keyboard.press('n')
  await expect(flagOf(admin).getByLabel('Note')).toBeFocused()
  await admin.keyboard.type('jad')
  await expect(flagOf(admin).getByLabel('Note')).toHaveValue('jad')
  await admin.keyboard.press('Escape')
  await admin.keyboard.press('a')
  await expect(flagOf(admin).getByRole('button', { name: 'Approve' })).toBeFocused()
  await flagOf(admin).getByLabel('What Otto Brandt reads').fill('Please stop.')
  await admin.reload()
  await expect(flagOf(admin).getByLabel('Note')).toHaveValue('jad')
  await expect(flagOf(admin).getByLabel('What Otto Brandt reads')).toHaveValue('Please stop.')
  await admin.keyboard.press('d')
  await expect(flagOf(admin).getByRole('button', { name: 'Dismiss', exact: true })).toBeFocused()
  await admin.keyboard.press('Enter')
  await expect(queue(admin).getByRole('listitem')).toHaveCount(1)

  await expect(current).toContainText('Severity 2')
  await admin.keyboard.press('x')
  await expect(admin.getByText('1 selected')).toBeVisible()
  await admin.keyboard.press('b')
  const dialog = admin.getByRole('dialog', { name: 'Dismiss 1 flag' })
  await expect(dialog.getByLabel('Note for all of them')).toBeFocused()
  await admin.keyboard.type('Duplicates.')
  await admin.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Dismiss 1 flag' })).toBeFocused()
  await admin.keyboard.press('Enter')
  await expectToast(admin, '1 flag dismissed.')
  await expect(admin.getByText('No open flags')).toBeVisible()
})

/** Each would act if it were read as HTML, as Markdown or as an address. `beacon.example` must never be asked. */
const markup = [
  '<script>window.ran = true</script>',
  '<img src="https://beacon.example/a.png" onerror="window.ran = true">',
  '<svg><a href="javascript:window.ran = true"><text y="20">press</text></a></svg>',
  '<iframe srcdoc="<script>parent.ran = true</script>"></iframe>',
  '![picture](https://beacon.example/b.png) [press](javascript:window.ran=true) [site](https://beacon.example/c)',
  '<style>body { display: none }</style><form action="https://beacon.example/d"><button>Approve</button></form>',
  '"><base href="https://beacon.example/"><meta http-equiv="refresh" content="0; url=https://beacon.example/e">',
]

test('hostile markup in a flag, its evidence and the audit log is shown as text', async ({ signUp }) => {
  const author = await signUp('Otto Brandt')
  const player = await signUp('Pat Player')
  const admin = await signUp('Dana Whitlock', 'admin')
  const requests: string[] = []
  const violations: string[] = []
  admin.on('request', (request) => requests.push(request.url()))
  admin.on('dialog', (dialog) => violations.push(dialog.message()))
  admin.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) violations.push(message.text())
  })
  const text = markup.join('\n\n')
  const name = '<img src=x onerror=window.ran=1> ![a](https://beacon.example/f)'
  const data = { name, description: text, greeting: text, personality: text, category: 'Drama', isPublic: true }
  const { id: targetId } = await (await author.request.post('/api/characters', { data })).json()
  await author.request.put('/api/auth/user/profile', { data: { displayName: '<b onclick=window.ran=1>Otto</b>' } })
  const report = { targetType: 'character', targetId, category: 'threats', note: text.slice(0, 900) }
  expect((await player.request.post('/api/reports', { data: report })).ok()).toBe(true)

  await openDashboard(admin)
  await row(admin, name).click()
  await flagOf(admin).getByRole('button', { name: 'Show evidence' }).click()
  const evidence = flagOf(admin).getByRole('region', { name: 'Evidence' })
  for (const line of markup) {
    await expect(evidence.getByText(line).first()).toBeVisible()
    await expect(flagOf(admin).getByText(line.slice(0, 60)).first()).toBeVisible()
  }
  await expect(flagOf(admin).getByText(report.note).first()).toBeVisible()
  await expect(flagOf(admin).getByText('<b onclick=window.ran=1>Otto</b>').first()).toBeVisible()
  await expect(
    flagOf(admin).locator('img, iframe, form, a:not([href^="/admin/users/"]), script, style, base, object, embed'),
  ).toHaveCount(0)
  await flagOf(admin).getByLabel('Note').fill(text)
  await flagOf(admin).getByRole('button', { name: 'Approve' }).click()
  await expectToast(admin, 'Action completed')
  await admin.goto('/admin?tab=audit')
  const log = admin.getByRole('list', { name: 'Audit log' })
  const entry = log.getByRole('listitem').filter({ hasText: name })
  await expect(entry.first()).toBeVisible()
  await expect(entry.locator('img, a, script')).toHaveCount(0)

  expect(await admin.evaluate(() => 'ran' in window)).toBe(false)
  expect(requests.filter((url) => url.includes('beacon.example'))).toEqual([])
  expect(violations).toEqual([])
})

test('the toast of an alert covers no button of the open flag', async ({ signUp }) => {
  const author = await signUp('Otto Brandt')
  const player = await signUp('Pat Player')
  const admin = await signUp('Dana Whitlock', 'admin')
  const targetId = await createCharacter(author)
  const send = (category: string) =>
    player.request.post('/api/reports', { data: { targetType: 'character', targetId, category, note: '' } })
  const buttonsOf = (region: string) => admin.getByRole('region', { name: region }).getByRole('button')
  const ofFlag = flagOf(admin).getByRole('button', { name: /^Claim|evidence$/ })
  await send('spam')
  await openDashboard(admin)
  await row(admin, 'Maud Grell').click()
  await send('hate')
  await expectToast(admin, 'New flag, severity 3')
  await expectUncovered(admin, buttonsOf('Decision'), ofFlag)
  await toastOf(admin).getByRole('button', { name: 'Dismiss', exact: true }).click()
  await expect(toastOf(admin)).toHaveCount(0)

  await admin.setViewportSize({ width: 390, height: 844 })
  await send('threats')
  await expectToast(admin, 'New flag, severity 4')
  await expectUncovered(admin, buttonsOf('Flag actions'), ofFlag)
  await buttonsOf('Flag actions').filter({ hasText: 'Decide' }).click()
  await expectUncovered(admin, buttonsOf('Decision'))
})

test('a suspended user cancels the subscription, downloads the data and deletes the account', async ({ signUp }) => {
  const user = await signUp('Otto Brandt')
  const { user: account } = (await (await user.request.get('/api/auth/me')).json()) as { user: User }
  const customer = { tier: 'premium', customerEmail: 'otto@example.com', customerName: 'Otto Brandt' }
  const { clientSecret } = await (await user.request.post('/api/create-subscription', { data: customer })).json()
  const card = { number: testCards.succeeds, expiry: '12 / 40', cvc: '123' }
  expect((await user.request.post('/api/sandbox/confirm-payment', { data: { clientSecret, ...card } })).ok()).toBe(true)
  const admin = await signUp('Dana Whitlock', 'admin')
  const data = { category: 'spam', days: 30, notes: '' }
  const isConnected = user.waitForResponse('**/api/events')
  await user.goto('/')
  await isConnected
  await admin.request.post(`/api/admin/users/${account.id}/suspension`, { data })
  await expect(user.getByRole('heading', { name: `Your account is suspended, ${account.username}` })).toBeVisible()
  await user.getByRole('button', { name: 'Cancel subscription' }).click()
  const question = user.getByRole('dialog', { name: 'Cancel your subscription?' })
  await question.getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(user.getByRole('button', { name: 'Resume subscription' })).toBeVisible()
  await expect(question).toBeHidden()
  const [download] = await Promise.all([
    user.waitForEvent('download'),
    user.getByRole('link', { name: 'Download my data' }).click(),
  ])
  expect(JSON.parse(await readAccountData(readFileSync(await download.path()))).account.username).toBe(account.username)
  await user.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = user.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByLabel('Type your username').fill(account.username)
  await dialog.getByLabel('Your password', { exact: true }).fill('quiet-harbor')
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expectToast(user, 'Your account will be deleted')
})

base('held back content can be reviewed, and a crisis is answered with help', async ({ page: player }) => {
  await registerAccount(player)
  const { id } = await findSampleCharacter(player.request, 'Ines Calder')
  await player.goto(`/chat?character=${id}`)
  const composer = player.getByRole('textbox', { name: /^Message/ })
  await composer.fill('She is 15 years old and the scene turns sexual.')
  await composer.press('Enter')
  await expect(player.getByText(/not sent because it looks like sexual content.*rule “minors”/).first()).toBeVisible()
  await player.getByRole('button', { name: 'Ask for a review' }).click()
  await player.getByLabel('Why is it a mistake?').fill('It is about a ship.')
  await player.getByRole('button', { name: 'Send request' }).click()
  await expectToast(player, 'Review requested')

  await composer.fill('I want to kill myself.')
  await composer.press('Enter')
  const help = player.getByRole('region', { name: 'People you can talk to now' })
  await expect(help.getByRole('link', { name: 'findahelpline.com' })).toBeVisible()
  await expect(player.getByRole('log').getByText('findahelpline.com')).toHaveCount(1)
})
