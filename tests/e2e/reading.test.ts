import type { Locator, Page } from '@playwright/test'
import { startUpstream } from '../support/upstream.ts'
import { signUp } from './accounts.ts'
import { openConversation, pressInHeader, sendFirstMessage } from './conversations.ts'
import { expect, test } from './fixture.ts'

const log = (page: Page) => page.getByRole('log')
const panel = (page: Page) => page.getByRole('dialog', { name: 'Reading' })
const position = (page: Page) => log(page).evaluate(({ scrollTop }) => Math.round(scrollTop))
const height = (page: Page) => log(page).evaluate(({ scrollHeight }) => scrollHeight)

const onSlowModel = test.extend({
  serverEnv: async ({}, use) => {
    // It goes on for minutes, however slow the machine is.
    const upstream = await startUpstream({ firstTokenMs: 20, gapMs: 25, tokens: 6_000 })
    await use({ MODEL_BASE_URL: upstream.baseUrl, MODEL_NAME: 'mock-chat', MODEL_MAX_REPLY_TOKENS: '6000' })
    await upstream.close()
  },
})

onSlowModel(
  'while a reply arrives, a reader who scrolls up, a menu and selected text stay in place',
  async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 480 })
    await signUp(page)
    await sendFirstMessage(page, 'Ines Calder', 'Tell me everything.')
    const grow = async () => {
      const before = await height(page)
      await expect.poll(() => height(page)).toBeGreaterThan(before + 60)
    }
    await expect.poll(async () => (await position(page)) > 0).toBe(true)
    await grow()
    const newest = page.getByRole('button', { name: 'Jump to newest' })
    await expect(newest).toHaveCount(0)

    // Less than a line: the smallest step of a wheel or a finger.
    await log(page).hover()
    const handled = await page.evaluateHandle(observeWheel)
    await page.mouse.wheel(0, -20)
    await handled.evaluate(({ promise }) => promise)
    const held = await position(page)
    await grow()
    expect(await position(page)).toBe(held)
    await expect(newest).toBeVisible()

    await newest.click()
    await expect(newest).toHaveCount(0)
    await grow()
    await expect.poll(() => position(page)).toBeGreaterThan(held + 60)
    // A command needs no end of the reply.
    await page.getByRole('textbox', { name: /^Message/ }).fill('/note It rains.')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByText('Author’s note saved', { exact: true })).toBeVisible()

    await page.setViewportSize({ width: 1280, height: 700 })
    const own = log(page).getByRole('article').nth(1)
    const topOf = async (target: Locator) => Math.round((await target.boundingBox())?.y ?? Number.NaN)
    const growOutOfView = async () => {
      const before = await height(page)
      await expect.poll(() => height(page)).toBeGreaterThan(before + 120)
      await expect(page.getByRole('button', { name: 'Jump to newest' })).toBeVisible()
    }
    const follow = async () => {
      await page.getByRole('button', { name: 'Jump to newest' }).click()
      await expect(page.getByRole('button', { name: 'Jump to newest' })).toHaveCount(0)
    }
    const reply = log(page).getByRole('article').last()
    await expect.poll(async () => (await reply.textContent())?.length ?? 0).toBeGreaterThan(200)

    await own.hover()
    await own.getByRole('button', { name: 'Message options' }).click()
    await expect(page.getByRole('menuitem', { name: 'Copy' })).toBeVisible()
    const menuTop = await topOf(own)
    await growOutOfView()
    expect(await topOf(own)).toBe(menuTop)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menuitem', { name: 'Copy' })).toHaveCount(0)
    await follow()

    await reply.locator('p').last().selectText()
    const selectedTop = await position(page)
    await growOutOfView()
    expect(await position(page)).toBe(selectedTop)
    await follow()
    const followed = await position(page)
    await expect.poll(() => position(page)).toBeGreaterThan(followed + 60)
  },
)

test('the editor of a message above a short reply stays in place while it grows', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 700 })
  await openConversation(page, 'Good evening.')
  const own = log(page).getByRole('article').nth(1)
  await own.hover()
  await own.getByRole('button', { name: 'Message options' }).click()
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
  const editor = page.getByRole('textbox', { name: 'Edit your message' })
  await expect(editor).toBeFocused()
  const top = async () => Math.round((await editor.boundingBox())?.y ?? Number.NaN)
  const before = { top: await top(), height: await height(page) }
  // So few lines that the editor stays in view, however short the reply below it is: the browser need not scroll to its caret.
  await editor.fill('One more line.\n'.repeat(5))
  await expect.poll(() => height(page)).toBeGreaterThan(before.height + 40)
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  expect(await top()).toBe(before.top)
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect(editor).toHaveCount(0)
})

/** A promise that resolves two frames after the next wheel event, when the page has scrolled. */
function observeWheel() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const waitForFrames = () => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
  addEventListener('wheel', waitForFrames, { once: true, passive: true })
  return { promise }
}

/** Gives the page a voice and a speech recognition that the test controls. */
function stubSpeech() {
  const spoken: string[] = []
  const voices = [{ voiceURI: 'Ada', name: 'Ada', lang: 'en-GB', default: true, localService: true }]
  const synthesis = Object.assign(new EventTarget(), {
    getVoices: () => voices,
    // A press asks for a text without words, so that Safari speaks later too.
    speak: ({ text }: { text: string }) => text && spoken.push(text),
    cancel: () => {},
  })
  class Utterance {
    onend = () => {}
    text: string
    constructor(text: string) {
      this.text = text
    }
  }
  class Recognition {
    onresult = (_event: unknown) => {}
    onend = () => {}
    start() {
      const result = Object.assign([{ transcript: 'open the door' }], { isFinal: true })
      setTimeout(() => this.onresult({ results: [result] }))
    }
    stop() {
      this.onend()
    }
  }
  Object.defineProperty(window, 'speechSynthesis', { value: synthesis })
  Object.assign(window, { spoken, SpeechSynthesisUtterance: Utterance, SpeechRecognition: Recognition })
}

test('text, quotation marks and times are shown as the reader has set them, after a reload too', async ({ page }) => {
  await openConversation(page, `"It's late," I say.`)
  const own = log(page).getByRole('article').nth(1)
  await expect(own).toContainText('“It’s late,” I say.')
  const size = () => own.getByText('I say.').evaluate((text) => Number.parseFloat(getComputedStyle(text).fontSize))
  const before = await size()
  await pressInHeader(page, 'Reading')
  await panel(page).getByRole('radio', { name: 'Larger' }).check()
  await panel(page).getByRole('radio', { name: 'Long' }).check()
  await panel(page).getByRole('switch', { name: 'Curly quotation marks' }).click()
  await panel(page).getByRole('switch', { name: 'Times of messages' }).click()
  await panel(page).getByRole('switch', { name: 'Less motion' }).click()
  await page.keyboard.press('Escape')
  await expect(panel(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'More', exact: true })).toBeFocused()
  await page.reload()
  await expect(own).toContainText(`"It's late," I say.`)
  await expect(own.locator('time')).toBeVisible()
  expect(await size()).toBeCloseTo(before * 1.4, 0)
  await expect(page.locator('html')).toHaveAttribute('data-reduced-motion')
})

test('messages are read aloud and dictated, where the browser can', async ({ page }) => {
  // No voice service is connected, so none is asked for.
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/api/voices') && asked.push(request.url()))
  await page.addInitScript(stubSpeech)
  await openConversation(page, 'One sentence. And another one.')
  const menu = async (item: string) => {
    const own = log(page).getByRole('article').nth(1)
    await own.hover()
    await own.getByRole('button', { name: 'Message options' }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  const spoken = () => page.evaluate(() => (window as unknown as { spoken: string[] }).spoken)
  await menu('Read aloud')
  await expect(page.getByText('Reading aloud', { exact: true })).toBeVisible()
  await expect.poll(spoken).toEqual(['One sentence.'])
  await menu('Pause reading')
  await expect(page.getByText('Reading paused')).toBeVisible()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect.poll(spoken).toEqual(['One sentence.', 'One sentence.'])
  await page.getByRole('button', { name: 'Stop reading' }).click()
  await expect(page.getByText('Reading aloud', { exact: true })).toHaveCount(0)
  await menu('Read aloud')
  await expect(page.getByText('Reading aloud', { exact: true })).toBeVisible()
  await menu('Delete with what follows')
  await expect(page.getByText('Reading aloud', { exact: true })).toHaveCount(0)

  const composer = page.getByRole('textbox', { name: /^Message/ })
  await composer.fill('Please')
  await page.getByRole('button', { name: 'Dictate' }).click()
  await expect(page.getByRole('dialog')).toContainText('receives the recording')
  await page.getByRole('dialog').getByRole('button', { name: 'Dictate' }).click()
  await expect(composer).toHaveValue('Please open the door')
  await page.getByRole('button', { name: 'Stop dictating' }).click()
  await expect(page.getByRole('button', { name: 'Dictate' })).toBeVisible()
  expect(asked).toEqual([])
})
