import type { Page } from '@playwright/test'
import { fillSite } from '#server/http/site-html.ts'
import type { ConversationPage } from '#shared/chat.ts'
import type { ConversationMemory, MemorySource } from '#shared/memory.ts'
import { aiReminderInterval, explainHold } from '#shared/safety-terms.ts'
import { defaultSite } from '#shared/site.ts'
import type { Voices } from '#shared/voices.ts'
import { pressInHeader } from '../conversations.ts'
import { type Act, type Screen, see, server, statesOf, steps, user } from './screen.ts'

const limit =
  'You have used your 50 free messages for today. You get new ones in 3 hours (at midnight UTC). With Premium there is no daily limit.'
const dailyLimit = {
  ...{ error: limit, userMessage: limit, messagesLeft: 0 },
  ...{ code: 'quota_exceeded', errorType: 'quota_exceeded' },
}
const held = explainHold('message', { rule: 'minors-children', category: 'minors' })
const heldBack = {
  ...{ error: held, userMessage: held, rule: 'minors-children' },
  ...{ code: 'held_back', errorType: 'held_back' },
}
const sendMessage = steps(user.fill(/^Message/, 'And then?'), user.press('Send'))
const openConversations = user.inHeader('Conversations')

/** The menu of the reply that has versions. */
const openMessageMenu: Act = async (page) => {
  const reply = page.getByRole('article').filter({ has: page.getByRole('group', { name: 'Versions' }) })
  await reply.first().getByRole('button', { name: 'Message options' }).click()
}
const chooseInMenu = (name: string) => steps(openMessageMenu, user.choose(name))

/** Answers with another conversation than it is: other screens show it as it is. */
const changeConversation = (change: (page: ConversationPage) => Partial<ConversationPage>) =>
  server.answerChanged<ConversationPage>(/\/api\/conversations\/[\w-]{36}(?:\?.*)?$/, (page) => ({
    ...page,
    ...change(page),
  }))

const line = '{"is_user":true,"mes":"Is the ferry late?"}'
const importedFiles = [
  ['Ines - 2025-06-01.jsonl', `{"user_name":"Robin","character_name":"Ines Calder"}\n${line}`],
  ['Lady Harrow - 2025-06-01.jsonl', `{"user_name":"Robin","character_name":"Lady Harrow"}\n${line}`],
  ['A list of everything that I still have to buy before winter comes.json', '{}'],
].map(([name = '', content = '']) => ({ name, mimeType: 'application/json', buffer: Buffer.from(content) }))

const voices: Voices = {
  voices: ['Alloy', 'Bella'].map((label) => ({ id: label.toLowerCase(), label, service: 'Lamp' })),
  canTranscribe: true,
  secondsLeft: null,
}
const connectVoices = steps(server.answer('**/api/voices', voices), (page) =>
  page.route('**/chat/*', async (route) => {
    const response = await route.fetch()
    const body = fillSite(await response.text(), { ...defaultSite, speaks: true, transcribes: true })
    await route.fulfill({ response, body })
  }),
)

const setMicrophone = (isConnected: boolean) => (page: Page) =>
  page.evaluate((isConnected) => {
    const getUserMedia = async () => {
      if (!isConnected) throw new DOMException('No microphone', 'NotFoundError')
      return new AudioContext().createMediaStreamDestination().stream
    }
    Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia } })
  }, isConnected)
const startCall = steps(user.inHeader('Call'), user.press('Start the call'))

const excerpt = 'My bees have swarmed again, and I need a new hive.'
const source: MemorySource = { id: 'm1', role: 'user', excerpt, onPath: true }
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

export const chat: readonly Screen[] = [
  ...statesOf(
    { path: '/chat/{conversation}' },
    {
      'chat-picker': { path: '/chat', waitFor: see.heading('Select a Character') },
      chat: { waitFor: see.transcript },
      'chat-large-face': {
        waitFor: (page) => page.locator('.stage img').first(),
        isAlone: true,
        setUp: (page) => page.addInitScript(() => localStorage.setItem('reading', JSON.stringify({ faces: 'stage' }))),
      },
      'chat-background': {
        waitFor: see.dialog,
        setUp: changeConversation(({ conversation }) => ({
          conversation: { ...conversation, background: '/icons/icon-512.png' },
        })),
        act: user.inHeader('Background…'),
        only: 'phone',
      },
      'chat-loading': {
        waitFor: see.text('Opening the conversation'),
        setUp: server.neverAnswer('**/api/conversations/**'),
        isTransient: true,
      },
      'chat-waiting': {
        waitFor: see.button('Stop'),
        setUp: server.neverAnswer('**/api/chat'),
        act: sendMessage,
        isTransient: true,
      },
      'chat-error': {
        waitFor: see.button('Try again'),
        setUp: server.answerWithError('**/api/chat'),
        act: sendMessage,
      },
      'chat-limit': {
        waitFor: see.role('link', 'Upgrade to Premium'),
        setUp: server.answer('**/api/chat', dailyLimit, 429),
        act: sendMessage,
      },
      'chat-held-back': {
        waitFor: see.button('Ask for a review'),
        setUp: server.answer('**/api/chat', heldBack, 422),
        act: sendMessage,
      },
      'chat-review': {
        waitFor: see.dialog,
        setUp: server.answer('**/api/chat', heldBack, 422),
        act: steps(sendMessage, user.press('Ask for a review')),
      },
      'chat-deleted': {
        waitFor: see.heading('This conversation was deleted'),
        setUp: server.answer(
          '**/api/chat',
          { error: 'This conversation was deleted.', code: 'conversation_deleted' },
          404,
        ),
        act: sendMessage,
      },
      'chat-reminder': {
        waitFor: see.text(/is an AI character, not a person/),
        isAlone: true,
        setUp: (page) => page.clock.install(),
        act: async (page) => {
          await see.transcript(page).getByRole('article').first().waitFor()
          await page.clock.fastForward(aiReminderInterval + 1_000)
        },
      },
      'chat-content-rating': {
        waitFor: see.dialog,
        act: (page) =>
          (page.viewportSize()?.width ?? 0) < 768
            ? pressInHeader(page, 'Content rating')
            : page.getByRole('button', { name: /filtered$/i }).click(),
      },
      'chat-conversations': { waitFor: see.heading('Conversations'), act: openConversations },
      'chat-export': {
        waitFor: see.dialog,
        act: steps(openConversations, user.press(/^More about/), user.choose('Export…')),
      },
      'chat-import': {
        waitFor: see.text('Imported: 1 message'),
        act: steps(openConversations, user.press('Import conversations'), (page) =>
          page.getByLabel('Conversation files').setInputFiles(importedFiles),
        ),
      },
      'chat-receipt': { waitFor: see.heading('What was sent'), act: chooseInMenu('Why did they say that?') },
      'chat-commands': { waitFor: see.role('option', /^\/regenerate/), act: user.fill(/^Message/, '/re') },
      'chat-all-commands': { waitFor: see.dialog, act: user.inHeader('Commands…') },
      'chat-blank-messages': {
        waitFor: see.text('This message has no visible text.'),
        setUp: changeConversation(({ messages }) => ({
          messages: messages.map((message) => ({ ...message, content: '\u200b' })),
        })),
      },
    },
  ),
  ...statesOf(
    { path: '/chat/{versions}' },
    {
      'chat-versions': { waitFor: see.role('group', 'Versions') },
      'chat-message-menu': { waitFor: see.role('menu'), act: openMessageMenu },
      'chat-edit-reply': { waitFor: see.role('textbox', 'Edit the reply'), act: chooseInMenu('Edit') },
      'chat-compare-versions': {
        waitFor: (page) => page.locator('ins').first(),
        act: chooseInMenu('Compare versions…'),
      },
      'chat-story-map': {
        waitFor: (page) => page.getByRole('treeitem', { selected: true }),
        act: user.inHeader('Story map'),
      },
      'chat-memory': {
        waitFor: see.text('Sam keeps bees.'),
        setUp: server.answer('**/memory', sampleMemory),
        act: user.inHeader('Memory…'),
      },
      'chat-reading': { waitFor: see.role('dialog', 'Reading'), act: user.inHeader('Reading') },
      'chat-call-start': { waitFor: see.button('Start the call'), setUp: connectVoices, act: user.inHeader('Call') },
      'chat-call': {
        waitFor: (page) => page.getByRole('status').getByText('Listening', { exact: true }),
        setUp: connectVoices,
        act: steps(setMicrophone(true), startCall),
      },
      'chat-call-ended': {
        waitFor: see.button('Call again'),
        setUp: connectVoices,
        act: steps(setMicrophone(false), startCall),
      },
      // As if the user had gone back by two messages.
      'chat-went-back': {
        waitFor: see.button('Show what came after'),
        setUp: changeConversation(({ messages }) => ({
          messages: messages.slice(0, -2),
          later: messages.slice(-2, -1).map(({ id }) => id),
        })),
      },
    },
  ),
  ...statesOf(
    { user: 'premium', path: '/chat/{personas}' },
    {
      'chat-crisis': { path: '/chat/{crisis}', waitFor: see.heading('People you can talk to now') },
      'chat-persona': { waitFor: see.button('Wait') },
      'chat-choose-persona': { waitFor: see.role('radio', /Old Tom/), act: user.inHeader('Your persona…') },
      'chat-notes': {
        waitFor: see.field('Depth'),
        act: steps(user.inHeader('Notes for the story…'), user.click(see.text('Place of the author’s note'))),
      },
      'chat-quick-replies': { waitFor: see.field('Label'), act: user.inHeader('Quick replies…') },
      personas: { path: '/personas', waitFor: see.heading('Old Tom') },
    },
  ),
  {
    name: 'chat-not-created',
    path: '/chat?character={public}',
    waitFor: see.button('Try again'),
    setUp: (page) => page.route('**/api/conversations', (route) => route.abort()),
  },
  { name: 'chat-empty', path: '/chat?character={silent}', waitFor: see.heading('Write the first message') },
  { name: 'chat-long-name', path: '/chat?character={long}', waitFor: see.transcript },
  { name: 'lorebooks-empty', path: '/lorebooks', waitFor: see.heading('You have no lorebooks yet') },
  {
    name: 'personas-new',
    path: '/personas',
    waitFor: see.button('Other portraits'),
    act: steps(user.press('New persona'), user.press('Add a picture')),
  },
]
