import type { Page, Route } from '@playwright/test'
import { fillSite } from '#server/http/site-html.ts'
import type { ConversationPage } from '#shared/chat.ts'
import type { ConversationMemory, MemorySource } from '#shared/memory.ts'
import { aiReminderInterval, explainHold } from '#shared/safety-terms.ts'
import { defaultSite } from '#shared/site.ts'
import type { Voices } from '#shared/voices.ts'
import { pressInHeader } from '../conversations.ts'
import {
  answerWithError,
  button,
  dialog,
  heading,
  neverAnswer,
  press,
  type Screen,
  text,
  transcript,
} from './screen.ts'

const userMessage =
  'You have used your 50 free messages for today. You get new ones in 3 hours (at midnight UTC). With Premium there is no daily limit.'
const dailyLimit = {
  error: userMessage,
  userMessage,
  code: 'quota_exceeded',
  errorType: 'quota_exceeded',
  messagesLeft: 0,
}

const held = explainHold('message', { rule: 'minors-children', category: 'minors' })
const holdMessage = (page: Page) =>
  page.route('**/api/chat', (route) =>
    route.fulfill({
      status: 422,
      json: { error: held, userMessage: held, code: 'held_back', errorType: 'held_back', rule: 'minors-children' },
    }),
  )

/** Answers with the conversation as if its messages had only characters that cannot be seen. */
async function blankMessages(route: Route) {
  const page: ConversationPage = await (await route.fetch()).json()
  await route.fulfill({ json: { ...page, messages: page.messages?.map((one) => ({ ...one, content: '\u200b' })) } })
}

export const chat: readonly Screen[] = [
  { name: 'chat-picker', path: '/chat', waitFor: heading('Select a Character') },
  { name: 'chat', path: '/chat/{conversation}', waitFor: transcript },
  {
    name: 'chat-large-face',
    path: '/chat/{conversation}',
    waitFor: (page) => page.locator('.stage img').first(),
    isAlone: true,
    setUp: (page) => page.addInitScript(() => localStorage.setItem('reading', JSON.stringify({ faces: 'stage' }))),
  },
  {
    name: 'chat-background',
    path: '/chat/{conversation}',
    waitFor: dialog,
    setUp: (page) =>
      page.route(/\/api\/conversations\/[\w-]{36}(?:\?.*)?$/, async (route) => {
        const found: ConversationPage = await (await route.fetch()).json()
        await route.fulfill({
          json: { ...found, conversation: { ...found.conversation, background: '/icons/icon-512.png' } },
        })
      }),
    act: (page) => pressInHeader(page, 'Background…'),
    only: 'phone',
  },
  {
    name: 'chat-loading',
    path: '/chat/{conversation}',
    waitFor: text('Opening the conversation'),
    setUp: neverAnswer('**/api/conversations/**'),
    isTransient: true,
  },
  {
    name: 'chat-waiting',
    path: '/chat/{conversation}',
    waitFor: button('Stop'),
    setUp: neverAnswer('**/api/chat'),
    act: (page) => sendMessage(page, 'And then?'),
    isTransient: true,
  },
  {
    name: 'chat-error',
    path: '/chat/{conversation}',
    waitFor: button('Try again'),
    setUp: answerWithError('**/api/chat'),
    act: (page) => sendMessage(page, 'And then?'),
  },
  {
    name: 'chat-limit',
    path: '/chat/{conversation}',
    waitFor: (page) => page.getByRole('link', { name: 'Upgrade to Premium' }),
    setUp: (page) => page.route('**/api/chat', (route) => route.fulfill({ status: 429, json: dailyLimit })),
    act: (page) => sendMessage(page, 'And then?'),
  },
  {
    name: 'chat-held-back',
    path: '/chat/{conversation}',
    waitFor: button('Ask for a review'),
    setUp: holdMessage,
    act: (page) => sendMessage(page, 'And then?'),
  },
  {
    name: 'chat-review',
    path: '/chat/{conversation}',
    waitFor: dialog,
    setUp: holdMessage,
    act: async (page) => {
      await sendMessage(page, 'And then?')
      await press('Ask for a review')(page)
    },
  },
  { name: 'chat-crisis', user: 'premium', path: '/chat/{crisis}', waitFor: heading('People you can talk to now') },
  {
    name: 'chat-reminder',
    path: '/chat/{conversation}',
    waitFor: text(/is an AI character, not a person/),
    isAlone: true,
    setUp: (page) => page.clock.install(),
    act: async (page) => {
      await transcript(page).getByRole('article').first().waitFor()
      await page.clock.fastForward(aiReminderInterval + 1_000)
    },
  },
  {
    name: 'chat-not-created',
    path: '/chat?character={public}',
    waitFor: button('Try again'),
    setUp: (page) => page.route('**/api/conversations', (route) => route.abort()),
  },
  { name: 'chat-empty', path: '/chat?character={silent}', waitFor: heading('Write the first message') },
  { name: 'chat-long-name', path: '/chat?character={long}', waitFor: transcript },
  {
    name: 'chat-content-rating',
    path: '/chat/{conversation}',
    waitFor: dialog,
    act: (page) =>
      (page.viewportSize()?.width ?? 0) < 768
        ? pressInHeader(page, 'Content rating')
        : page.getByRole('button', { name: /filtered$/i }).click(),
  },
  {
    name: 'chat-conversations',
    path: '/chat/{conversation}',
    waitFor: heading('Conversations'),
    act: openConversations,
  },
  {
    name: 'chat-export',
    path: '/chat/{conversation}',
    waitFor: dialog,
    act: async (page) => {
      await openConversations(page)
      await page
        .getByRole('button', { name: /^More about/ })
        .first()
        .click()
      await page.getByRole('menuitem', { name: 'Export…' }).click()
    },
  },
  {
    name: 'chat-import',
    path: '/chat/{conversation}',
    waitFor: (page) => page.getByText('Imported: 1 message'),
    act: async (page) => {
      await openConversations(page)
      await page.getByRole('button', { name: 'Import conversations' }).click()
      const chat = '{"user_name":"Robin","character_name":"Ines Calder"}\n{"is_user":true,"mes":"Is the ferry late?"}'
      await page.getByLabel('Conversation files').setInputFiles([
        { name: 'Ines - 2025-06-01.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(chat) },
        {
          name: 'Lady Harrow - 2025-06-01.jsonl',
          mimeType: 'application/jsonl',
          buffer: Buffer.from(chat.replace('Ines Calder', 'Lady Harrow')),
        },
        {
          name: 'A list of everything that I still have to buy before winter comes.json',
          mimeType: 'application/json',
          buffer: Buffer.from('{}'),
        },
      ])
    },
  },
  {
    name: 'chat-receipt',
    path: '/chat/{conversation}',
    waitFor: heading('What was sent'),
    act: (page) => chooseInMenu(page, 'Why did they say that?'),
  },
  {
    name: 'chat-versions',
    path: '/chat/{versions}',
    waitFor: (page) => page.getByRole('group', { name: 'Versions' }).first(),
  },
  {
    name: 'chat-message-menu',
    path: '/chat/{versions}',
    waitFor: (page) => page.getByRole('menu'),
    act: (page) => openMessageMenu(page),
  },
  {
    name: 'chat-edit-reply',
    path: '/chat/{versions}',
    waitFor: (page) => page.getByRole('textbox', { name: 'Edit the reply' }),
    act: (page) => chooseInMenu(page, 'Edit'),
  },
  {
    name: 'chat-compare-versions',
    path: '/chat/{versions}',
    waitFor: (page) => page.locator('ins').first(),
    act: (page) => chooseInMenu(page, 'Compare versions…'),
  },
  {
    name: 'chat-story-map',
    path: '/chat/{versions}',
    waitFor: (page) => page.getByRole('treeitem', { selected: true }),
    act: (page) => pressInHeader(page, 'Story map'),
  },
  {
    name: 'chat-memory',
    path: '/chat/{versions}',
    waitFor: (page) => page.getByText('Sam keeps bees.'),
    setUp: (page) => page.route('**/memory', (route) => route.fulfill({ json: sampleMemory })),
    act: (page) => pressInHeader(page, 'Memory…'),
  },
  {
    name: 'chat-reading',
    path: '/chat/{versions}',
    waitFor: (page) => page.getByRole('dialog', { name: 'Reading' }),
    act: (page) => pressInHeader(page, 'Reading'),
  },
  {
    name: 'chat-call-start',
    path: '/chat/{versions}',
    waitFor: button('Start the call'),
    setUp: connectVoices,
    act: (page) => pressInHeader(page, 'Call'),
  },
  {
    name: 'chat-call',
    path: '/chat/{versions}',
    waitFor: (page) => page.getByRole('status').getByText('Listening', { exact: true }),
    setUp: connectVoices,
    act: (page) => startCall(page, { hasMicrophone: true }),
  },
  {
    name: 'chat-call-ended',
    path: '/chat/{versions}',
    waitFor: button('Call again'),
    setUp: connectVoices,
    act: (page) => startCall(page, { hasMicrophone: false }),
  },
  {
    // Leaves the conversation as it was: other screens show it.
    name: 'chat-went-back',
    path: '/chat/{versions}',
    waitFor: button('Show what came after'),
    setUp: goBackInPage,
  },
  { name: 'chat-persona', user: 'premium', path: '/chat/{personas}', waitFor: button('Wait') },
  {
    name: 'chat-choose-persona',
    user: 'premium',
    path: '/chat/{personas}',
    waitFor: (page) => page.getByRole('radio', { name: /Old Tom/ }),
    act: (page) => pressInHeader(page, 'Your persona…'),
  },
  {
    name: 'chat-notes',
    user: 'premium',
    path: '/chat/{personas}',
    waitFor: (page) => page.getByLabel('Depth'),
    act: async (page) => {
      await pressInHeader(page, 'Notes for the story…')
      await page.getByText('Place of the author’s note').click()
    },
  },
  {
    name: 'chat-quick-replies',
    user: 'premium',
    path: '/chat/{personas}',
    waitFor: (page) => page.getByLabel('Label').first(),
    act: (page) => pressInHeader(page, 'Quick replies…'),
  },
  {
    name: 'chat-commands',
    path: '/chat/{conversation}',
    waitFor: (page) => page.getByRole('option', { name: /^\/regenerate/ }),
    act: (page) => page.getByRole('textbox', { name: /^Message/ }).fill('/re'),
  },
  {
    name: 'chat-blank-messages',
    path: '/chat/{conversation}',
    waitFor: text('This message has no visible text.'),
    setUp: (page) => page.route('**/api/conversations/*', blankMessages),
  },
  {
    name: 'chat-all-commands',
    path: '/chat/{conversation}',
    waitFor: dialog,
    act: (page) => pressInHeader(page, 'Commands…'),
  },
  { name: 'personas', user: 'premium', path: '/personas', waitFor: heading('Old Tom') },
  { name: 'lorebooks-empty', path: '/lorebooks', waitFor: heading('You have no lorebooks yet') },
  {
    name: 'personas-new',
    path: '/personas',
    waitFor: button('Other portraits'),
    act: async (page) => {
      await press('New persona')(page)
      await press('Add a picture')(page)
    },
  },
  {
    name: 'chat-deleted',
    path: '/chat/{conversation}',
    waitFor: heading('This conversation was deleted'),
    setUp: (page) =>
      page.route('**/api/chat', (route) =>
        route.fulfill({ status: 404, json: { error: 'This conversation was deleted.', code: 'conversation_deleted' } }),
      ),
    act: (page) => sendMessage(page, 'And then?'),
  },
]

async function connectVoices(page: Page) {
  const voices = ['Alloy', 'Bella'].map((label) => ({ id: label.toLowerCase(), label, service: 'Lamp' }))
  await page.route('**/api/voices', (route) =>
    route.fulfill({ json: { voices, canTranscribe: true, secondsLeft: null } satisfies Voices }),
  )
  await page.route('**/chat/*', async (route) => {
    const response = await route.fetch()
    const body = fillSite(await response.text(), { ...defaultSite, speaks: true, transcribes: true })
    await route.fulfill({ response, body })
  })
}

async function startCall(page: Page, { hasMicrophone }: { hasMicrophone: boolean }) {
  await page.evaluate((isConnected) => {
    const getUserMedia = async () => {
      if (!isConnected) throw new DOMException('No microphone', 'NotFoundError')
      return new AudioContext().createMediaStreamDestination().stream
    }
    Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia } })
  }, hasMicrophone)
  await pressInHeader(page, 'Call')
  await press('Start the call')(page)
}

const source: MemorySource = {
  id: 'm1',
  role: 'user',
  excerpt: 'My bees have swarmed again, and I need a new hive.',
  onPath: true,
}
const sampleMemory: ConversationMemory = {
  enabled: true,
  pending: false,
  summary: {
    id: 's1',
    text: 'Sam came to the lighthouse in the storm and was let in. They repaired the lamp together, and Sam promised to come back before the first snow.',
    edited: true,
    messages: 48,
    first: source,
    last: {
      ...source,
      id: 'm2',
      role: 'character',
      excerpt: '*She turns up the lamp.* "Before the first snow, then."',
    },
  },
  corrections: [
    {
      id: 's0',
      text: 'Sam was let in by the keeper, who already knew the name of the boat.',
      edited: true,
      messages: 24,
      first: source,
      last: { ...source, id: 'm4', excerpt: 'How do you know what she is called?' },
    },
  ],
  facts: [
    { id: 'f1', text: 'Sam keeps bees.', sources: [source], pinned: true, own: false, onPath: true },
    { id: 'f2', text: 'Sam is left-handed.', sources: [], pinned: false, own: true, onPath: true },
    {
      id: 'f3',
      text: 'The lamp was made by an uncle who never came back from the northern islands.',
      sources: [source, { ...source, id: 'm3', onPath: false }],
      pinned: false,
      own: false,
      onPath: false,
    },
  ],
}

/** The menu of the reply that has versions. */
async function openMessageMenu(page: Page) {
  const reply = page.getByRole('article').filter({ has: page.getByRole('group', { name: 'Versions' }) })
  await reply.first().getByRole('button', { name: 'Message options' }).click()
}

async function chooseInMenu(page: Page, name: string) {
  await openMessageMenu(page)
  await page.getByRole('menuitem', { name, exact: true }).click()
}

/** Shows the conversation without its last two messages, as if the user had gone back. */
async function goBackInPage(page: Page) {
  await page.route(/\/api\/conversations\/[\w-]+$/, async (route) => {
    const response = await route.fetch()
    const body: ConversationPage = await response.json()
    const later = body.messages.at(-2)
    const messages = body.messages.slice(0, -2)
    await route.fulfill({ response, json: { ...body, messages, later: later ? [later.id] : [] } })
  })
}

async function sendMessage(page: Page, text: string) {
  await page.getByRole('textbox', { name: /^Message/ }).fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
}

/** Chooses an item of the menu about the story, which on a phone is a part of the More menu. */
function openConversations(page: Page) {
  return pressInHeader(page, 'Conversations')
}
