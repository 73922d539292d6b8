import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { createWav } from '../support/tone-wav.ts'
import { startUpstream } from '../support/upstream.ts'
import { startVoiceServer, voiceKey } from '../support/voice-server.ts'
import { logInAsOperator, operatorEnv } from './accounts.ts'
import { findSampleCharacter } from './conformance/server.ts'
import { pressInHeader, readConversation } from './conversations.ts'
import { test as base, expect } from './fixture.ts'
import { tabTo } from './inputs.ts'

// The browser plays this file again and again in place of a microphone.
const microphone = path.join(tmpdir(), 'troupe-microphone.wav')
writeFileSync(
  microphone,
  createWav([
    { ms: 200, isTone: false },
    { ms: 700, isTone: true },
    // A busy machine has answered by then.
    { ms: 5_300, isTone: false },
  ]),
)

/** A server with a model and, once it is connected, a voice service. */
const test = base.extend<{ voices: Awaited<ReturnType<typeof startVoiceServer>> }>({
  voices: async ({}, use) => {
    const voices = await startVoiceServer()
    await use(voices)
    await voices.close()
  },
  serverEnv: async ({}, use) => {
    const upstream = await startUpstream({ firstTokenMs: 1, gapMs: 0, tokens: 60 })
    await use({ ...operatorEnv, MODEL_BASE_URL: upstream.baseUrl, MODEL_NAME: 'mock-chat' })
    await upstream.close()
  },
})

test.use({
  viewport: { width: 390, height: 844 },
  permissions: ['microphone'],
  launchOptions: ({ launchOptions }, use) =>
    use({
      ...launchOptions,
      args: [
        ...(launchOptions.args ?? []),
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
        `--use-file-for-fake-audio-capture=${microphone}`,
        '--autoplay-policy=no-user-gesture-required',
      ],
    }),
})

test('a player dictates, chooses a voice, calls a character and speaks over it', async ({ page, voices }) => {
  // It waits for the microphone to speak again.
  test.setTimeout(120_000)
  voices.sound = createWav([{ ms: 20_000, isTone: true }])
  voices.heard = 'Good evening'
  const conversationId = await prepareConversation(page, voices.baseUrl)
  const composer = page.getByRole('textbox', { name: /^Message/ })

  await tabTo(page.getByRole('button', { name: 'Dictate' }))
  await page.keyboard.press('Enter')
  await tabTo(page.getByRole('dialog').getByRole('button', { name: 'Dictate' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Stop dictating' })).toBeVisible()
  await composer.focus()
  // What is recorded would be missing in the message.
  await page.keyboard.press('Enter')
  await expect(composer).toHaveValue('Good evening')
  await composer.fill('')

  await pressInHeader(page, 'Reading')
  const reading = page.getByRole('dialog', { name: 'Reading' })
  await reading.getByLabel('Voice of Ines Calder', { exact: true }).selectOption({ label: 'Bella' })
  await reading.getByRole('button', { name: 'Try the voice of Ines Calder' }).click()
  await expect(page.getByText('Reading aloud', { exact: true })).toBeVisible()
  await expect.poll(() => voices.asked.at(-1)?.fields.voice).toBe('af_bella')
  await page.keyboard.press('Escape')
  await expect(page.getByText('Reading aloud', { exact: true })).toHaveCount(0)
  await expect(reading).toBeVisible()
  voices.mode = 'down'
  await reading.getByRole('button', { name: 'Try the voice of Ines Calder' }).click()
  await expect(page.getByText('The voice did not work', { exact: true })).toBeVisible()
  await expect(page.getByText('Reading aloud', { exact: true })).toHaveCount(0)
  voices.mode = 'ok'

  await pressInHeader(page, 'Call')
  const call = page.getByRole('dialog', { name: 'Ines Calder' })
  const status = call.getByRole('status')
  // A busy machine may answer after the next words: they interrupt what was not heard yet.
  await expect(status).toHaveText('Speaking', { timeout: 30_000 })
  await expect(call.getByText('“Good evening”')).toBeVisible()
  await expect(call.getByText(/^First sound after \d/)).toBeVisible()
  // The microphone goes on: the player speaks over the character.
  await expect(status).toHaveText('Listening to you', { timeout: 30_000 })
  const press = async (name: string) => {
    await tabTo(call.getByRole('button', { name }))
    await page.keyboard.press('Enter')
  }
  await press('Mute')
  // What was not said to its end does not interrupt.
  await expect(status).toHaveText('Speaking', { timeout: 30_000 })
  await press('Interrupt')
  await expect(status).toHaveText('You are muted')
  await tabTo(call.getByRole('switch', { name: 'Hands-free' }))
  await page.keyboard.press(' ')
  await press('Mute')
  await expect(status).toHaveText('Hold the button to talk')
  await tabTo(call.getByRole('button', { name: 'Hold to talk' }))
  await page.keyboard.down(' ')
  await expect(status).toHaveText('Listening to you')
  await page.keyboard.up(' ')
  await expect(status).toHaveText('Speaking', { timeout: 30_000 })
  await press('Hang up')
  await expect(call).toHaveCount(0)
  await expect(page.getByRole('log').getByText('Good evening').first()).toBeVisible()
  const { messages } = await readConversation(page, conversationId)
  const [, said, reply] = messages
  expect(said?.content).toBe('Good evening')
  // All of the reply is there, although not all of it was heard.
  expect(reply).toMatchObject({ role: 'character', status: 'complete' })
})

/** A conversation of an operator who has connected a voice service. */
async function prepareConversation(page: Page, baseUrl: string): Promise<string> {
  const { request } = page
  await logInAsOperator(page)
  const connection = {
    ...{ name: 'Lamp', service: 'openai-compatible', baseUrl, apiKey: voiceKey },
    voices: [
      { id: 'alloy', label: 'Alloy' },
      { id: 'af_bella', label: 'Bella' },
    ],
    transcriptionModel: 'whisper-1',
  }
  expect((await request.post('/api/admin/voices', { data: connection })).status()).toBe(201)
  const { id: characterId } = await findSampleCharacter(request, 'Ines Calder')
  const created = await request.post('/api/conversations', { data: { characterId } })
  const { conversation } = await created.json()
  await page.goto(`/chat/${conversation.id}`)
  await expect(page.getByRole('log').getByRole('article')).toHaveCount(1)
  return conversation.id
}
