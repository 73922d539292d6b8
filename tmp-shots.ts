import { chromium } from 'playwright-core'
import { findHeadlessShell, browserFlags } from '#tests/support/browser.ts'
import { startMemoryUpstream } from '#tests/support/memory-upstream.ts'
import { createCharacter, createTestApp, waitForReplies } from '#tests/support/test-app.ts'
import { seededRandom } from '#engine/seeded-random.ts'
const upstream = await startMemoryUpstream()
const app = await createTestApp({ env: { ...upstream.env } as any })
const player = await app.signUp('sam')
const random = seededRandom('a')
const words = 'the lamp turns slowly above a grey reef while Sam counts the bees and the storm comes near again'.split(' ')
const say = (n: number) => Array.from({ length: n }, () => words[Math.floor(random() * words.length)]).join(' ')
upstream.reply = () => `*She looks up.* "${say(40)}."`
const { id: characterId } = await createCharacter(player, { scenario: say(20), isDefinitionPublic: true })
await player.put(`/api/characters/${characterId}/lorebook`, { lorebook: JSON.stringify({ name: 'Coast', entries: [{ name: 'Reef', keys: ['reef'], content: 'The reef is sharp.' }, { name: 'Fog', keys: ['fog'], content: 'Fog hides all.' }] }) })
let conversationId: string | undefined, last: any
const send = async (message: string) => { last = await player.post('/api/chat', { characterId, conversationId, message }); conversationId = last.conversationId }
await send('I hid the brass key behind the stove.')
for (let i = 0; i < 30; i++) await send(say(20))
await waitForReplies(app)
await new Promise(r => setTimeout(r, 1500))
await send('Where did I put the brass key? There is fog on the reef.')
last = await player.post(`/api/conversations/${conversationId}/replies`, { messageId: last.messageId, hint: 'Shorter, please' })
const browser = await chromium.launch({ executablePath: findHeadlessShell() as any, args: browserFlags })
const [name, value] = player.cookie.split('=')
for (const [width, theme] of [[1440, 'light'], [768, 'dark'], [390, 'light'], [390, 'dark'], [1440, 'dark'],[320,'light']] as const) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: theme })
  await context.addCookies([{ name: name!, value: value!, url: app.url }])
  const page = await context.newPage()
  page.on('console', m => m.type() === 'error' && console.log('console', m.text()))
  await page.goto(`${app.url}/chat/${conversationId}`)
  await page.getByRole('button', { name: 'Message options' }).last().waitFor()
  await page.waitForTimeout(500)
  await page.getByRole('button', { name: 'Message options' }).last().click({ force: true })
  await page.getByRole('menuitem', { name: 'Why did they say that?' }).click()
  await page.getByRole('heading', { name: 'What was sent' }).waitFor()
  await page.waitForTimeout(400)
  await page.screenshot({ path: `/tmp/b/shots/receipt-${width}-${theme}.png` })
  await page.getByText('Show it word for word').click()
  await page.waitForTimeout(200)
  await page.getByText('Show it word for word').scrollIntoViewIfNeeded()
  await page.screenshot({ path: `/tmp/b/shots/request-${width}-${theme}.png` })
  await page.getByLabel('Compare with').selectOption({ index: 1 })
  await page.waitForTimeout(500)
  await page.screenshot({ path: `/tmp/b/shots/compare-${width}-${theme}.png` })
  await page.keyboard.press('Escape')
  await page.waitForTimeout(300)
  const line = page.getByText('knows what is above in short')
  for (let i = 0; i < 20 && !(await line.count()); i++) { await page.getByRole('log').evaluate((el) => { el.scrollTop -= 600 }); await page.waitForTimeout(150) }
  await line.scrollIntoViewIfNeeded()
  await page.waitForTimeout(300)
  await page.screenshot({ path: `/tmp/b/shots/horizon-${width}-${theme}.png` })
  await line.click()
  await page.waitForTimeout(200)
  await page.screenshot({ path: `/tmp/b/shots/horizon-open-${width}-${theme}.png` })
  await context.close()
}
await browser.close(); await app.close(); await upstream.close()
