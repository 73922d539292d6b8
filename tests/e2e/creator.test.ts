import type { Page } from '@playwright/test'
import { image } from '../support/images.ts'
import { registerAccount } from './accounts.ts'
import { createCharacter } from './conformance/server.ts'
import { expectAccessible, expectToFit } from './expect-accessible.ts'
import { expect, test } from './fixture.ts'
import { openMenu } from './open-menu.ts'

const openTab = (page: Page, name: string) => page.getByRole('tab', { name }).click()
const nameField = (page: Page) => page.getByLabel('Name', { exact: true })
const toastOf = (page: Page, title: string) => page.getByText(title, { exact: true }).first()
const save = (page: Page) => page.getByRole('button', { name: 'Save Character' }).click()

/** The preview is next to the form on wide screens and in a dialog on narrow ones. */
async function openPreview(page: Page) {
  const button = page.getByRole('button', { name: 'Preview' })
  const region = page.getByRole('complementary', { name: 'Preview' })
  // The form has one of the two, but only once the character is loaded.
  await button.or(region).first().waitFor()
  if (await region.isVisible()) return region
  await button.click()
  return page.getByRole('dialog', { name: 'Preview' })
}

async function fillBasics(page: Page, name: string, description = 'Keeps a lighthouse.') {
  await openTab(page, 'Basics')
  await nameField(page).fill(name)
  await page.getByLabel('Description').fill(description)
}

test.beforeEach(async ({ page }) => {
  // The browser's own beforeunload dialog.
  page.on('dialog', (dialog) => void dialog.accept())
})

test('templates and tabs are chosen with the keyboard; the preview follows; a text that is too long is not pasted', async ({
  page,
}) => {
  await registerAccount(page)
  await page.goto('/create')
  const template = page.getByRole('button', { name: /The Storyteller/ })
  await template.focus()
  await page.keyboard.press('Enter')
  await expect(nameField(page)).toHaveValue('The Storyteller')
  await nameField(page).fill('Odile of the Fire')

  const preview = await openPreview(page)
  await expect(preview.getByText('Odile of the Fire').first()).toBeVisible()
  await expect(preview.getByText('The fire settles.')).toBeVisible()
  await expect(preview.getByText('Your role: the hero of the tale')).toBeVisible()
  await expect(preview.getByText('Preview: the Chat button will be here')).toBeVisible()
  await expect(preview.locator('article a, article button')).toHaveCount(0)
  await page.keyboard.press('Escape')

  await page.getByRole('tab', { name: 'Basics' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(template).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('tab', { name: 'Advanced' })).toHaveAttribute('aria-selected', 'true')
  await page.getByLabel('Definition', { exact: true }).evaluate((field) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', 'Once. '.repeat(40_000))
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect(
    toastOf(page, 'It has 240,000 characters. Please keep this to 50,000 characters or less. Nothing was pasted.'),
  ).toBeVisible()
  await save(page)
  await page.getByRole('link', { name: 'Chat now' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Odile of the Fire' })).toBeVisible()
})

test('placeholders are listed and completed while one is typed', async ({ page }) => {
  await registerAccount(page)
  await page.goto('/create')
  await openTab(page, 'Personality')
  const field = page.getByRole('textbox', { name: 'Personality', exact: true })
  await field.pressSequentially('Drinks {{')
  await expect(page.getByRole('option', { name: /The date\./ })).toBeVisible()
  await expectAccessible(page)
  await field.pressSequentially('ran')
  await page.keyboard.press('Enter')
  await field.pressSequentially('tea,rum')
  await expect(field).toHaveValue('Drinks {{random:tea,rum}}')
  await page.keyboard.press('End')
  await field.pressSequentially(' with {{us')
  await page.getByRole('option', { name: /player’s name/ }).click()
  await expect(field).toHaveValue('Drinks {{random:tea,rum}} with {{user}}')
  await field.pressSequentially(' {{')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox')).toBeHidden()
})

test('a character of somebody else is not found, like one that does not exist', async ({ page }) => {
  await registerAccount(page)
  const [other] = (await (await page.request.get('/api/characters/public')).json()) as { id: string }[]
  for (const id of [other?.id, crypto.randomUUID()]) {
    await page.goto(`/create?id=${id}`)
    await expect(page.getByRole('heading', { name: 'Character not found' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'My Characters' })).toBeVisible()
  }
})

test('unsaved input survives a reload, can be discarded, and is protected by a dialog', async ({ page }) => {
  await registerAccount(page)
  await page.goto('/create')
  await fillBasics(page, 'Half a charac')
  await page.reload()
  await expect(page.getByText('Your unsaved changes are back')).toBeVisible()
  await expect(nameField(page)).toHaveValue('Half a charac')

  await page.getByRole('link', { name: 'Troupe' }).first().click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(nameField(page)).toHaveValue('Half a charac')

  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(nameField(page)).toHaveValue('')
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Quick Start' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByText('Your unsaved changes are back')).toBeHidden()
})

test('whether the character is public is visible and in reach next to the button that saves', async ({ page }) => {
  await registerAccount(page)
  await page.goto('/create')
  const publicSwitch = page.getByRole('switch', { name: 'Public' })
  for (const width of [1440, 320]) {
    await page.setViewportSize({ width, height: 844 })
    for (const tab of ['Quick Start', 'Basics', 'Personality', 'Storytelling', 'Image', 'Advanced']) {
      await openTab(page, tab)
      await page.evaluate(() => window.scrollTo(0, 0))
      // `trial` fails where another element covers the switch.
      await publicSwitch.click({ trial: true })
      await expect(publicSwitch, `${tab} at ${width}`).toBeInViewport({ ratio: 1 })
      await expectToFit(page)
    }
  }
  await openTab(page, 'Basics')
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await page.getByRole('button', { name: 'Next' }).click()
  await expect.poll(() => page.evaluate(() => window.scrollY), 'the next tab opens at its top').toBe(0)
  await expect(publicSwitch).toHaveAccessibleDescription('Everyone can find and chat with it.')
  await publicSwitch.click()
  await expect(publicSwitch).toHaveAccessibleDescription('Only you can see it.')
})

test('unsaved changes are confirmed before every navigation', async ({ page }) => {
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  const expectQuestion = async () => {
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(question).toBeHidden()
    await expect(nameField(page)).toHaveValue('Ada Taper')
  }
  await registerAccount(page)
  await page.goto('/trending')
  await openMenu(page)
  await page.getByRole('link', { name: 'Create Character' }).click()
  await fillBasics(page, 'Ada Quill')
  await save(page)
  await expect(page.getByRole('heading', { name: 'Edit Character' })).toBeVisible()
  await nameField(page).fill('Ada Taper')

  await test.step('to a new character', async () => {
    await openMenu(page)
    await page.getByRole('link', { name: 'Create Character' }).click()
    await expectQuestion()
  })
  await test.step('to the chat', async () => {
    await page.getByRole('link', { name: 'Chat now' }).click()
    await expectQuestion()
  })
  await test.step('back', async () => {
    await page.evaluate(() => window.history.back())
    await expectQuestion()
  })
  await test.step('a logout, by its button and by the palette', async () => {
    await openMenu(page)
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(question).toBeHidden()
    // On a phone, the menu gives the focus back once it is closed.
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('log out')
    // The form behind has options too.
    const results = page.getByRole('listbox', { name: 'Results' })
    await expect(results.getByRole('option', { selected: true })).toHaveText('Log out')
    await page.keyboard.press('Enter')
    await expectQuestion()
    expect((await page.request.get('/api/auth/me')).status()).toBe(200)
  })
  await test.step('closing the tab', async () => {
    const asked = page.waitForEvent('dialog')
    await page.reload()
    expect((await asked).type()).toBe('beforeunload')
    await expect(nameField(page)).toHaveValue('Ada Taper')
  })
  await openMenu(page)
  await page.getByRole('button', { name: 'Log out' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('button', { name: 'Get Started Free' })).toBeVisible()
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(stored, 'the draft has left the browser').not.toContain('Ada Taper')
})

test('an image of this site only is used: it is uploaded, and cropped with mouse and keyboard', async ({ page }) => {
  await registerAccount(page)
  await page.goto('/create')
  await fillBasics(page, 'Ada Quill')
  await openTab(page, 'Image')
  const address = page.getByLabel('Image address')
  await address.fill('https://example.com/ada.png')
  await openTab(page, 'Basics')
  await save(page)
  await expect(address).toBeFocused()
  await expect(address).toHaveAccessibleDescription(/Pictures from other websites cannot be used/)
  await expect(page.getByText(/With Premium, you can generate an image from your own description\./)).toBeVisible()
  const buffer = await image('jpeg', 1600, 900)
  const frame = page.getByRole('application', { name: /Crop area/ })
  await page.getByLabel('Picture file').setInputFiles({ name: 'ada.jpg', mimeType: 'image/jpeg', buffer })
  const preview = page.getByRole('dialog').locator('img')
  /** The image's left edge and width, in percent of the frame's width. */
  const measure = async () => {
    const [inner, outer] = [await preview.boundingBox(), await frame.boundingBox()]
    if (!inner || !outer) return { left: Number.NaN, width: Number.NaN }
    return { left: ((inner.x - outer.x) / outer.width) * 100, width: (inner.width / outer.width) * 100 }
  }
  const left = async () => (await measure()).left
  const width = async () => (await measure()).width
  await expect.poll(left).toBeCloseTo(-38.9, 0)

  const box = await frame.boundingBox()
  if (!box) throw new Error('The frame is not visible.')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2 + box.width / 10, box.y + box.height / 2)
  await page.mouse.up()
  await expect.poll(left).toBeCloseTo(-28.9, 0)
  await frame.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(left).toBeCloseTo(-32.9, 0)
  const before = await width()
  await page.keyboard.press('+')
  await expect.poll(width).toBeGreaterThan(before)
  await page.getByRole('slider', { name: 'Zoom' }).focus()
  await page.keyboard.press('End')
  await expect.poll(width).toBeCloseTo((1600 / 900) * 500, 0)

  await page.getByRole('button', { name: 'Use picture' }).click()
  await expect(address).toHaveValue(/^\/files\/[0-9a-f-]{36}\.webp$/)
  await save(page)
  await expect(toastOf(page, 'Character Saved')).toBeVisible()
  await page.goto('/my-characters')
  await expect(page.locator('article img')).toHaveAttribute('src', /^\/files\//)

  await page.goto('/create')
  await openTab(page, 'Image')
  const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') }
  await page.getByLabel('Picture file').setInputFiles(notes)
  await expect(toastOf(page, 'Please choose a PNG, JPEG or WebP picture.')).toBeVisible()
  await page.getByLabel('Picture file').setInputFiles({ ...notes, mimeType: 'image/png' })
  await expect(
    toastOf(page, 'That picture could not be read. It may be damaged, or it is not a picture.'),
  ).toBeVisible()
})

test('a character is edited, deleted and restored', async ({ page }) => {
  await registerAccount(page)
  const { id } = await createCharacter(page.request, { name: 'Ada Quill' })
  await page.goto(`/create?id=${id}`)
  await nameField(page).fill('Ada Taper')
  await save(page)
  await expect(page).toHaveURL(/\/my-characters$/)
  await page.getByRole('button', { name: 'Edit Ada Taper' }).click()
  await nameField(page).fill('Never saved')
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(/\/my-characters$/)
  await expect(page.getByRole('heading', { name: 'You have no characters yet' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('heading', { name: 'Ada Taper' })).toBeVisible()
})
