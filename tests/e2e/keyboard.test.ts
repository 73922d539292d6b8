import type { CDPSession, Locator, Page } from '@playwright/test'
import { MockUpstream } from '../support/upstream.ts'
import { expect, startServer, test } from './fixture.ts'
import { finishedReply, letters, sayTo, signUp } from './people.ts'

/** Goes on with Tab until the focus is there, as a person without a mouse does. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.first().waitFor()
  for (let presses = 0; presses < 150; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${target} cannot be reached with ${key}`)
}

test('signing up, creating, chatting, a new name and Premium, by keyboard alone', async ({ page }) => {
  test.slow()
  const name = `Kay Board ${process.pid}`
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')

  await test.step('sign up', async () => {
    await page.goto('/')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: /^skip to/i })).toBeFocused()
    await tabTo(page, page.getByRole('button', { name: 'Get Started Free' }))
    await page.keyboard.press('Enter')
    await expect(dialog).toMatchAriaSnapshot(`
      - dialog "Join the company":
        - heading "Join the company" [level=2]
        - paragraph: Free to start. A name and a password are all it takes.
        - button "Close"
        - tablist "Log in or sign up":
          - tab "Login"
          - tab "Sign Up" [selected]
        - tabpanel "Sign Up":
          - text: Username
          - textbox "Username"
          - text: Password
          - textbox "Password"
          - button "Show password"
          - paragraph: At least 6 characters.
          - text: Confirm password
          - textbox "Confirm password"
          - button "Show password"
          - alert
          - button "Sign Up"
    `)
    await expect(dialog.getByLabel('Username')).toBeFocused()
    await page.keyboard.type(name)
    await tabTo(page, dialog.getByLabel('Password', { exact: true }))
    await page.keyboard.type('stage-door')
    await tabTo(page, dialog.getByLabel('Confirm password'))
    await page.keyboard.type('stage-door')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: `Welcome back, ${name}` })).toBeVisible()
  })

  await test.step('create', async () => {
    await tabTo(page, main.getByRole('link', { name: 'Create Character' }))
    await page.keyboard.press('Enter')
    await tabTo(page, main.getByRole('tab', { name: 'Quick Start' }))
    await page.keyboard.press('ArrowRight')
    await expect(main.getByRole('tablist')).toMatchAriaSnapshot(`
      - tablist "Parts of a character":
        - tab "Quick Start"
        - tab "Basics" [selected]
        - tab "Personality"
        - tab "Storytelling"
        - tab "Image"
    `)
    await tabTo(page, main.getByLabel('Name', { exact: true }))
    await page.keyboard.type('Tess Tab')
    await tabTo(page, main.getByLabel('Description', { exact: true }))
    await page.keyboard.type('Never touched a mouse.')
    await tabTo(page, main.getByRole('button', { name: 'Save Character' }))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/create\?id=/)
  })

  await test.step('chat', async () => {
    // The toast says that she is ready to talk, and F8 leads to it.
    await page.keyboard.press('F8')
    await tabTo(page, page.getByRole('region', { name: /F8/ }).getByRole('button', { name: 'Chat' }))
    await page.keyboard.press('Enter')
    const composer = page.getByRole('textbox', { name: 'Message Tess Tab' })
    await expect(composer).toBeFocused()
    await page.keyboard.type('Good evening.')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/chat\/[\w-]{36}/)
    await expect(page.getByRole('button', { name: 'Send' })).toBeEnabled({ timeout: 20_000 })
    await expect(composer).toBeFocused()
    await expect(page.getByRole('log')).toMatchAriaSnapshot(`
      - log "Conversation with Tess Tab":
        - article:
          - heading "Tess Tab" [level=2]
        - article:
          - heading "You" [level=2]
          - paragraph: Good evening.
        - article:
          - heading "Tess Tab" [level=2]
    `)
  })

  await test.step('edit the profile', async () => {
    const settings = page.getByRole('button', { name: 'Profile settings' })
    await tabTo(page, settings, 'Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(dialog.getByLabel('Display name')).toBeFocused()
    await expect(dialog).toMatchAriaSnapshot(`
      - dialog "Profile Settings":
        - heading "Profile Settings" [level=2]
        - button "Close"
        - textbox "Display name"
        - button "Cancel"
        - button "Save changes"
    `)
    await page.keyboard.type('Kay')
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(settings).toBeFocused()
    await expect(page.getByRole('complementary', { name: 'Sidebar' }).getByText('Kay', { exact: true })).toBeVisible()
  })

  await test.step('subscribe', async () => {
    await tabTo(page, page.getByRole('link', { name: 'Subscribe' }), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await tabTo(page, main.getByRole('button', { name: 'Choose Premium' }))
    await page.keyboard.press('Enter')
    await tabTo(page, main.getByLabel('Email', { exact: true }))
    await page.keyboard.type('kay@example.com')
    await tabTo(page, main.getByLabel('Full name', { exact: true }))
    await page.keyboard.type('Kay Board')
    await page.keyboard.press('Enter')
    await expect(main.getByRole('heading', { name: 'Payment' })).toBeFocused()
    await tabTo(page, main.getByLabel('Card number'))
    await page.keyboard.type('4242424242424242')
    await tabTo(page, main.getByLabel('Expiry'))
    await page.keyboard.type('1240')
    await tabTo(page, main.getByLabel('CVC'))
    await page.keyboard.type('123')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome back, Kay' })).toBeVisible({ timeout: 20_000 })
    await expect(
      page.getByRole('complementary', { name: 'Sidebar' }).getByText('Premium', { exact: true }),
    ).toBeVisible()
  })
})

interface AxNode {
  nodeId: string
  backendDOMNodeId?: number
  childIds?: string[]
  role?: { value?: string }
  name?: { value?: string }
  properties?: { name: string; value: { value?: unknown } }[]
}

/** What the polite live regions say at this moment, paragraph by paragraph, as a screen reader has it. */
async function spoken(tree: CDPSession): Promise<Map<number, string>> {
  const { nodes } = (await tree.send('Accessibility.getFullAXTree')) as { nodes: AxNode[] }
  const known = new Map(nodes.map((node) => [node.nodeId, node]))
  const textOf = (node: AxNode): string => {
    if (node.role?.value === 'StaticText') return node.name?.value ?? ''
    return (node.childIds ?? []).map((id) => textOf(known.get(id) ?? { nodeId: id })).join('')
  }
  const regions = nodes.filter(({ properties = [] }) =>
    properties.some(({ name, value }) => name === 'live' && value.value === 'polite'),
  )
  const paragraphs = regions.flatMap(({ childIds = [] }) => childIds.map((id) => known.get(id)))
  return new Map(
    paragraphs.flatMap((node) =>
      node?.role?.value === 'paragraph' && node.backendDOMNodeId ? [[node.backendDOMNodeId, textOf(node)]] : [],
    ),
  )
}

test('a reply is announced by sentences while it arrives', async ({ page }) => {
  test.slow()
  const upstream = new MockUpstream({ firstTokenMs: 100, gapMs: 40, tokens: 80 })
  await upstream.listen()
  const server = await startServer({ MODEL_BASE_URL: upstream.baseUrl, MODEL_NAME: 'mock-chat' })
  await signUp(page, server.url)
  const conversation = await sayTo(page, 'Ines Calder', 'Tell me everything.')
  const tree = await page.context().newCDPSession(page)
  await tree.send('Accessibility.enable')

  // The region keeps the last few announcements only, so what it says is gathered as it goes.
  const told = new Map<number, string>()
  let early = 0
  const listen = async () => {
    const isRunning = await page.getByRole('button', { name: 'Stop' }).isVisible()
    for (const [paragraph, words] of await spoken(tree)) told.set(paragraph, words)
    if (isRunning) early = told.size
    return isRunning
  }
  await expect.poll(listen, { intervals: [50], timeout: 30_000 }).toBe(false)
  await listen()
  const whole = await finishedReply(page, conversation)
  const all = [...told.values()]
  const heard = all.slice(all.findIndex((words) => words.startsWith('Ines Calder is writing.')))

  expect(heard[0]).toMatch(/^Ines Calder is writing\./)
  const said = heard.join(' ').replace(/^.*?is writing\./, '')
  expect(letters(said)).toBe(whole)
  expect(heard.length).toBeGreaterThan(2)
  expect(early).toBeGreaterThan(1)
  for (const words of heard.slice(0, -1)) expect(words.trim()).toMatch(/[.!?…][”"'’)*]*$/)
  await server.stop()
  await upstream.close()
})
