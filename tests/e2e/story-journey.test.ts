import type { Locator, Page } from '@playwright/test'
import type { MapMessage, StoryMap } from '../../src/shared/branches.ts'
import { conversationInUrl, openConversation, readConversation } from './conversations.ts'
import { expect, phone, test } from './fixture.ts'
import { type Input, keyboard, touch } from './inputs.ts'

/** The tree in the end. “…” is a text of the model. */
const expected = [
  '…',
  '  Good evening.',
  '    …',
  '    …',
  '    …',
  '    “Come in,” she says. (The open door)',
  '      I am here for the map.',
  '        … (shown)',
  '  Good morning.',
  '    …',
]

// So high that the keyboard reaches the newest message before it is scrolled out of what is rendered.
test.use({ ...phone, viewport: { width: 390, height: 1600 } })

test('a story is changed in every way: versions, edits, personas, deletions and branches, each undone', async ({
  page,
}) => {
  test.slow()
  const id = await openConversation(page, 'Good evening.')
  await page.request.post('/api/personas', { data: { name: 'Wilhelmina', description: 'A surveyor.' } })
  const { press } = touch
  const inMenu = async (message: Locator, item: string, { press, choose }: Input = touch) => {
    await message.hover()
    await press(message.getByRole('button', { name: 'Message options' }))
    await choose(page, item)
  }

  await test.step('swipe', async () => {
    await touch.turn(newest(page), 1)
    await expectVersion(page, 2)
    await keyboard.turn(newest(page), -1)
    await expectVersion(page, 1)
    await keyboard.turn(newest(page), 1)
    await expectVersion(page, 2)
    await touch.turn(newest(page), -1)
    await expectVersion(page, 1)
  })

  await test.step('regenerate with a hint, edit and name the reply', async () => {
    await inMenu(newest(page), 'New version with a hint…')
    await page.getByRole('textbox', { name: 'What should be different?' }).fill('Shorter')
    await press(page.getByRole('button', { name: 'Write new version' }))
    await expectVersion(page, 3)
    await inMenu(newest(page), 'Edit')
    await fillEditor(page, 'Edit the reply', '“Come in,” she says.')
    await press(page.getByRole('button', { name: 'Save as a version' }))
    await expectVersion(page, 4)
    await inMenu(newest(page), 'Name this branch…')
    await page.getByRole('textbox', { name: 'Name' }).fill('The open door')
    await press(page.getByRole('button', { name: 'Save' }))
    await expect(newest(page)).toContainText('The open door')
  })

  await test.step('switch the persona, and send a draft in other words', async () => {
    await openFromHeader(page, 'Your persona…')
    await press(page.getByRole('radio', { name: /Wilhelmina/ }).locator('xpath=ancestor::label'))
    await press(page.getByRole('button', { name: 'Save' }))
    await expect(page.getByRole('button', { name: /^You are Wilhelmina/ })).toBeVisible()
    await press(page.getByRole('button', { name: 'Write my next message' }))
    await expect(composer(page)).not.toHaveValue('')
    await expectIdle(page)
    await composer(page).fill('I am here for the map.')
    await press(page.getByRole('button', { name: 'Send' }))
    await expect(articles(page)).toHaveCount(5)
    await expectIdle(page)
    expect((await readConversation(page, id)).messages.at(-2)?.persona?.name).toBe('Wilhelmina')
  })

  await test.step('edit the own message, go back, delete, and undo both', async () => {
    await inMenu(said(page, 'Good evening.'), 'Edit')
    await fillEditor(page, 'Edit your message', 'Good morning.')
    await press(page.getByRole('button', { name: 'Send again' }))
    await expect(articles(page)).toHaveCount(3)
    await expectIdle(page)
    await inMenu(said(page, 'We close at dawn.'), 'Go back to here', keyboard)
    await expect(articles(page)).toHaveCount(1)
    await expectBelowHeaderAndOverComposer(page, 'You went back to this message')
    // `trial` fails where the toast covers it.
    await page.getByRole('button', { name: 'Show what came after' }).click({ trial: true })
    await keyboard.answerNotice(page, 'Undo')
    await expect(articles(page)).toHaveCount(3)
    await expect(page.getByRole('region', { name: /F8/ }).locator('ol')).not.toBeFocused()
    await inMenu(said(page, 'Good morning.'), 'Delete with what follows', keyboard)
    await expect(page.getByText('Message deleted, with 1 that followed').first()).toBeVisible()
    await expect(articles(page).nth(1)).toContainText('Good evening.')
    await touch.answerNotice(page, 'Undo')
    await expect(articles(page).nth(1)).toContainText('Good morning.')
  })

  await test.step('delete a branch on the map, undo, and open it', async () => {
    await openFromHeader(page, 'Story map')
    await expect(current(page)).toBeVisible()
    await expect(page.getByRole('tree', { name: 'Story map' })).toBeFocused()
    const map = page.getByRole('dialog', { name: 'Story map' })
    await press(page.getByRole('searchbox', { name: 'Find a branch or a message' }))
    await press(page.getByRole('button', { name: /The open door/ }))
    await expect(current(page)).toContainText('The open door')
    await press(map.getByRole('button', { name: 'Delete 3' }))
    await expect(page.getByText('3 messages were deleted.')).toBeVisible()
    await press(map.getByRole('button', { name: 'Undo' }))
    await expect(current(page)).toContainText('The open door')
    await press(map.getByRole('button', { name: 'Open' }))
    await expect(map).toHaveCount(0)
    await expect(articles(page)).toHaveCount(5)
    await expect(articles(page).nth(2)).toBeFocused()
  })

  await test.step('fork, and go back', async () => {
    await inMenu(said(page, '“Come in,” she says.'), 'Branch to a new conversation', keyboard)
    await expect(page).not.toHaveURL(new RegExp(id))
    await expect(articles(page)).toHaveCount(3)
    expect((await readMap(page, await conversationInUrl(page))).messages).toHaveLength(3)
    await keyboard.answerNotice(page, 'Go back')
    await expect(page).toHaveURL(new RegExp(id))
    await expect(articles(page)).toHaveCount(5)
  })

  await expect.poll(() => shapeOf(page, id)).toEqual(expected)
})

const articles = (page: Page) => page.getByRole('log').getByRole('article')
/** By its text: while the transcript scrolls down, what is above the viewport is not rendered, and counts shift. */
const said = (page: Page, text: string) => articles(page).filter({ hasText: text })
const newest = (page: Page) => articles(page).last()
const composer = (page: Page) => page.getByRole('textbox', { name: /^Message/ })
const current = (page: Page) => page.getByRole('treeitem', { selected: true })
const expectIdle = (page: Page) => expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0)

/** Filled before it takes the focus, the editor would put the cursor behind its old text in between. */
async function fillEditor(page: Page, name: string, text: string): Promise<void> {
  const editor = page.getByRole('textbox', { name })
  await expect(editor).toBeFocused()
  await editor.fill(text)
}

async function expectVersion(page: Page, version: number): Promise<void> {
  await expect(newest(page).getByRole('group', { name: 'Versions' })).toContainText(`Version ${version}`)
  await expectIdle(page)
}

/** Presses a button of the header, or chooses the item of its More menu. */
async function openFromHeader(page: Page, name: string): Promise<void> {
  const own = page.getByRole('button', { name, exact: true })
  const more = page.getByRole('button', { name: 'More', exact: true })
  await more.waitFor()
  if (await own.isVisible()) return own.tap()
  await more.tap()
  await touch.choose(page, name)
}

async function expectBelowHeaderAndOverComposer(page: Page, notice: string): Promise<void> {
  const boxOf = async (target: Locator) => (await target.first().boundingBox()) ?? { y: 0, height: 0 }
  await expect(page.getByText(notice).first()).toBeVisible()
  const [header, shown] = [await boxOf(page.locator('header')), await boxOf(page.getByText(notice))]
  expect(shown.y).toBeGreaterThan(header.y + header.height)
  expect(shown.y + shown.height).toBeLessThan((await boxOf(composer(page))).y)
}

const readMap = async (page: Page, id: string): Promise<StoryMap> =>
  (await page.request.get(`/api/conversations/${id}/map`)).json()

/** The tree of a conversation as indented lines, without ids. */
async function shapeOf(page: Page, id: string): Promise<string[]> {
  const { messages, leafId } = await readMap(page, id)
  const below = (parentId: string | null, indent: string): string[] =>
    messages
      .filter((message) => message.parentId === parentId)
      .flatMap((message) => [
        `${indent}${ownTextOf(message)}${message.name ? ` (${message.name})` : ''}${message.id === leafId ? ' (shown)' : ''}`,
        ...below(message.id, `${indent}  `),
      ])
  return below(null, '')
}

/** Without what the model wrote. */
const ownTextOf = ({ role, text, name }: MapMessage) => (role === 'user' || name ? text : '…')
