import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { registerAccount } from './accounts.ts'
import { createCharacter } from './conformance/server.ts'
import { expect, test } from './fixture.ts'

test('a listed website shows a chat with a character to visitors without an account, and no other can', async ({
  page,
  browser,
}) => {
  let html = ''
  const website = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html))
  await new Promise<void>((resolve) => website.listen(0, resolve))
  const { port } = website.address() as AddressInfo
  const listed = `http://127.0.0.1:${port}`

  await registerAccount(page)
  await createCharacter(page.request, { name: 'Ada Quill', greeting: 'Mind the step, {{user}}.' })
  await page.goto('/my-characters')
  await page.getByRole('button', { name: 'More about Ada Quill' }).click()
  await page.getByRole('menuitem', { name: 'Embed…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Websites').fill('http://example.org')
  await dialog.getByRole('button', { name: 'Create the HTML' }).click()
  await expect(dialog.getByText('Write it as https://example.org')).toBeVisible()
  await dialog.getByLabel('Websites').fill(`https://example.org\n${listed}`)
  await dialog.getByRole('button', { name: 'Create the HTML' }).click()
  html = (await dialog.getByText('<iframe').textContent()) ?? ''

  const visitor = await (await browser.newContext({ viewport: { width: 320, height: 400 } })).newPage()
  const chat = visitor.frameLocator('iframe')
  const field = chat.getByRole('textbox', { name: 'Message Ada Quill' })
  await visitor.goto(listed)
  await expect(chat.getByText('Mind the step, Guest.')).toBeVisible()
  await field.fill('Who keeps the lamp?')
  await field.press('Enter')
  // Said, and answered.
  await expect(chat.getByRole('listitem')).toHaveCount(3)
  await expect(chat.getByRole('button', { name: 'Send' })).toBeVisible()
  await visitor.reload()
  await expect(chat.getByText('Who keeps the lamp?')).toBeVisible()
  await chat.getByRole('button', { name: 'New chat' }).click()
  await expect(chat.getByRole('listitem')).toHaveCount(1)

  const refused = visitor.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
  await visitor.goto(`http://localhost:${port}`)
  await refused
  await dialog.getByRole('button', { name: 'Remove from all websites' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  website.closeAllConnections()
  website.close()
})
