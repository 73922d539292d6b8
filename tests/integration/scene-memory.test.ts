import { afterAll, expect, test } from 'vitest'
import { seededRandom } from '#engine/seeded-random.ts'
import type { ChatResponse, ConversationPage } from '#shared/chat.ts'
import type { ConversationMemory, MemoryFact } from '#shared/memory.ts'
import { indexMessages } from '#tests/support/index-messages.ts'
import { createMemoryApp } from '#tests/support/memory-app.ts'
import { createSceneCharacters, SceneStory } from '#tests/support/scene-story.ts'
import { waitForReplies } from '#tests/support/test-app.ts'

const secrets = 30
const env = { MODEL_CONTEXT_TOKENS: '5000' }
const { app, upstream, player, close } = await createMemoryApp({ env })
upstream.summarize = repeatSecrets
afterAll(close)

/** A summary of all secrets in the request, and a fact for each message that says one. */
function repeatSecrets(request: string): string {
  const all = [...new Set(request.match(/SECRET-\d+-END/g))]
  const facts = request.split('\n').flatMap((line) => {
    const [, number, topic, secret] = line.match(/^\[(\d+)\] .*?About (\w+): (SECRET-\d+-END)/) ?? []
    return secret ? [`- The truth about ${topic} is ${secret}. [${number}]`] : []
  })
  return `SUMMARY:\nThis is known: ${all.join(' ')}.\nFACTS:\n${facts.join('\n')}`
}

const filler =
  'The rain keeps its own counsel, and the lamp on the stair leans toward the sea as if to listen. '.repeat(9)

/** A word that no other text of the story has. */
function createTopics(random: () => number): string[] {
  const letter = () => String.fromCharCode(97 + Math.floor(random() * 26))
  return Array.from({ length: secrets }, () => Array.from({ length: 9 }, letter).join(''))
}

/** How a prompt has a secret by each part of the memory. */
const remembered = {
  summary: /The story so far: This is known: [^.]*SECRET-/,
  fact: /- The truth about \w+ is SECRET-/,
  passage: /- [\w-]+: About \w+: SECRET-/,
}

test('a character that joins late knows the scene note and what the player has told everybody, and no fact or summary of before', async () => {
  const [own, guest] = await createSceneCharacters(player)
  const { conversation } = await player.post<ConversationPage>('/api/conversations', { characterId: own?.id })
  const url = `/api/conversations/${conversation.id}`
  const { userMessageId } = await player.post<ChatResponse>('/api/chat', {
    characterId: own?.id,
    conversationId: conversation.id,
    message: 'I hid the key.',
  })
  await player.put(`${url}/notes`, { scene: 'It is night on the quay.' })
  await player.post(`${url}/memory/facts`, { text: 'The ferry is late every day.', pinned: true })
  await player.post(`${url}/memory/facts`, { text: 'Sam has hidden the key.', pinned: true, sources: [userMessageId] })
  const leafId = (await player.get<ConversationPage>(url)).messages.at(-1)?.id
  await player.post(`${url}/participants`, { characterId: guest?.id, leafId })
  const promptFor = async (speakerId: string | undefined) => {
    const body = { characterId: own?.id, conversationId: conversation.id, message: 'Well?', speakerId }
    await player.post('/api/chat', body)
    await waitForReplies(app)
    return upstream.lastPrompt()
  }
  const theirs = await promptFor(guest?.id)
  expect(theirs).toContain('CARD-OF-Ines.')
  expect(theirs).toContain('It is night on the quay.')
  expect(theirs).toContain('- The ferry is late every day.')
  expect(theirs).not.toContain('the key')
  expect(await promptFor(own?.id)).toContain('- Sam has hidden the key.')
})

test('the sources of a fact name who said them: a character of the scene, or the persona of the player', async () => {
  const [own, guest] = await createSceneCharacters(player)
  const { conversation } = await player.post<ConversationPage>('/api/conversations', {
    characterId: own?.id,
    participantIds: [guest?.id],
    turnOrder: 'manual',
  })
  const url = `/api/conversations/${conversation.id}`
  const send = async (message: string, speakerId: string | undefined) => {
    const body = { characterId: own?.id, conversationId: conversation.id, message, speakerId }
    const { userMessageId, messageId } = await player.post<ChatResponse>('/api/chat', body)
    await waitForReplies(app)
    return [userMessageId, messageId]
  }
  const asSelf = await send('I hid the key.', guest?.id)
  const persona = await player.post<{ id: string }>('/api/personas', { name: 'Wilhelmina' })
  await player.put(`${url}/persona`, { personaId: persona.id })
  const asPersona = await send('I hid it well.', own?.id)
  const sources = [...asSelf, ...asPersona]
  const { fact } = await player.post<{ fact: MemoryFact }>(`${url}/memory/facts`, { text: 'A key is hidden.', sources })
  expect(fact.sources.map(({ role, speaker }) => `${role} ${speaker}`).sort()).toEqual([
    'character Ada',
    'character Ines',
    'user Wilhelmina',
    'user undefined',
  ])
  expect((await player.get<ConversationMemory>(`${url}/memory`)).facts).toEqual([fact])
})

test('with a memory, secrets are in no prompt of a character that was not present', async () => {
  const random = seededRandom('remembered secrets')
  const prompts = () => upstream.prompts().map(({ body }) => body)
  const first = prompts().length
  const characters = await createSceneCharacters(player)
  const story = await SceneStory.begin({ app, player, random, prompts }, characters)
  const stays = characters[0]?.id ?? ''
  const topics = createTopics(random)
  for (const [index, topic] of topics.entries()) {
    for (let changes = Math.floor(random() * 3); changes > 0; changes -= 1) {
      await story.change({ goesBack: 0.05, stays })
    }
    const secret = `SECRET-${index}-END`
    await story.say(secret, `About ${topic}: ${secret}. ${filler}`)
    // The end of the reply has added its job, if one is due.
    await app.memoryJobs.claim()
    await app.memoryJobs.idle()
    await indexMessages(app.context)
  }
  for (const { id } of characters) if (!story.present.includes(id)) await story.join(id)
  const questions = topics.flatMap((_, at) => (at % 5 === 0 ? [topics.slice(at, at + 5).join(', ')] : []))
  for (const { id } of characters) {
    for (const question of questions) await story.send(`What of ${question}?`, id)
    await story.inspect(async () => {
      await player.post(`${story.url}/replies`, { messageId: story.page.messages.at(-1)?.id })
      await player.post(`${story.url}/draft`, {})
    })
    await story.open()
  }
  expect(story.leaks).toBe(0)
  // Those who were present have them from each part of the memory.
  const all = prompts()
    .slice(first)
    .map((body) => JSON.stringify(body))
  const counts = Object.values(remembered).map((pattern) => all.filter((prompt) => pattern.test(prompt)).length)
  expect(Math.min(...counts)).toBeGreaterThan(0)
  expect(story.known).toBeGreaterThan(secrets)
})
