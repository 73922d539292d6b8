import { afterEach, describe, expect, it } from 'vitest'
import { scheduleReplyRecheck } from '#server/chat/recheck/recheck-replies.ts'
import type { Character } from '#shared/characters.ts'
import type { ConversationPage } from '#shared/chat.ts'
import type { ErrorBody } from '#shared/errors.ts'
import type { Overview } from '#shared/overview.ts'
import { act, listFlags, listOwnDecisions, signUpAdmin } from '#tests/support/moderation.ts'
import { type ClassifierBehavior, startScriptedClassifier } from '#tests/support/scripted-classifier.ts'
import { startScriptedUpstream, streamOf } from '#tests/support/scripted-upstream.ts'
import { type Client, createCharacter, createSharedApp, shared, waitForReplies } from '#tests/support/test-app.ts'

let said = 'A quiet evening.'

/** Long enough for an answer that a test holds back on a busy machine. */
const timeout = 600

const classifier = shared(await startScriptedClassifier())
const upstream = shared(await startScriptedUpstream(() => ({ body: streamOf(said) })))
const app = await createSharedApp({
  env: {
    MODEL_BASE_URL: upstream.baseUrl,
    MODEL_NAME: 'scripted',
    CLASSIFIER_BASE_URL: classifier.baseUrl,
    CLASSIFIER_API_KEY: classifier.key,
    CLASSIFIER_TIMEOUT_MS: String(timeout),
  },
})
const admin = await signUpAdmin(app)
const free = await app.signUp('free')
const premium = await app.signUp('premium', { accountType: 'premium' })
const general = await createCharacter(premium)
const mature = await createCharacter(premium, { name: 'Mara Vane', contentRating: 'mature', isPublic: false })
afterEach(() => {
  said = 'A quiet evening.'
  behave({ kind: 'answer' })
  expect(classifier.state.invalidRequests).toEqual([])
})

const behave = (behavior: ClassifierBehavior) => {
  classifier.state.behavior = behavior
}
/** The classifier finds a category in texts with a word. */
const finds = (word: string, category: string) =>
  behave({ kind: 'answer', findings: (text) => (text.includes(word) ? [category] : []) })

async function chat(client: Client, character: Character, message: string, more: object = {}) {
  const stream = await client.stream('POST', '/api/chat', { body: { characterId: character.id, message, ...more } })
  const events = await stream.rest()
  await waitForReplies(app)
  const { messages } = await client.conversation(String(events[0]?.data.conversationId))
  const deltas = events.filter(({ event }) => event === 'delta').map(({ data }) => String(data.text))
  return { shown: deltas.join(''), last: events.at(-1), messages, reply: messages.at(-1), sent: messages.at(-2) }
}
const flagsOf = (targetId: string) => app.rows('flags', { target_id: targetId })
const isMarked = async (id: string) => (await app.row('messages', { id }, 'is_unchecked')).is_unchecked === 1

describe('a reply that the classifier objects to', () => {
  it('is removed in a general chat, and flagged with what the model said', async () => {
    finds('lantern', 'sexual/minors')
    said = 'She lights the lantern. The end.'
    const { last, reply } = await chat(free, general, 'Go on.')
    expect(last).toMatchObject({ event: 'error', data: { errorType: 'held_back', status: 'redacted' } })
    expect(reply).toMatchObject({ content: '', status: 'redacted' })
    await expect.poll(() => flagsOf(reply?.id ?? '')).toMatchObject([{ category: 'minors', severity: 5 }])
    const [flag] = await flagsOf(reply?.id ?? '')
    expect(flag?.details).toBe('Classifier omni-moderation-latest: sexual/minors 0.97')
    const { evidence } = await admin.get<{ evidence: { content: object }[] }>(`/api/admin/flags/${flag?.id}`)
    expect(evidence[0]?.content).toMatchObject({ content: said, rule: 'classifier-minors' })
  })

  it('shows no character of the part that it was found in, in a mature chat', async () => {
    finds('lantern', 'illicit/violent')
    const first = `${'The sea is calm and the harbour is far away. '.repeat(5)}`
    said = `${first}She lights the lantern. The end.`
    const { shown, last } = await chat(premium, mature, 'Go on.')
    expect(first.startsWith(shown)).toBe(true)
    expect(last).toMatchObject({ data: { errorType: 'held_back' } })
  })

  it('for sexual content is held back for free accounts only, without a flag', async () => {
    finds('lantern', 'sexual')
    said = 'She lights the lantern.'
    const held = await chat(free, general, 'Go on.')
    expect(held.reply).toMatchObject({ status: 'redacted' })
    expect((await chat(premium, general, 'Go on.')).reply).toMatchObject({ status: 'complete', content: said })
    expect(await flagsOf(held.reply?.id ?? '')).toEqual([])
  })

  it('is shown while admins have switched the classifier off', async () => {
    finds('lantern', 'sexual/minors')
    said = 'She lights the lantern.'
    await admin.request('PUT', '/api/admin/settings', { classifier: false })
    expect((await chat(free, general, 'Go on.')).reply).toMatchObject({ status: 'complete', content: said })
    await admin.request('PUT', '/api/admin/settings', { classifier: true })
    expect((await chat(free, general, 'Go on.')).reply).toMatchObject({ status: 'redacted' })
  })

  it('is shown despite findings such as violence, which fiction may have', async () => {
    behave({ kind: 'answer', findings: () => ['violence', 'violence/graphic', 'hate', 'self-harm', 'harassment'] })
    expect((await chat(free, general, 'Fight the dragon.')).reply).toMatchObject({ content: said })
  })
})

describe('a message that the classifier objects to', () => {
  it('is removed with the reply, is not stored, and is explained and flagged', async () => {
    finds('lantern', 'sexual/minors')
    for (const [client, character] of [
      [free, general],
      [premium, mature],
    ] as const) {
      const { last, reply, sent } = await chat(client, character, 'Light the lantern.')
      expect(last).toMatchObject({ event: 'error', data: { errorType: 'held_back' } })
      expect(String(last?.data.userMessage)).toMatch(/taken back.*under 18.*rule “classifier-minors”.*review/)
      expect([sent, reply]).toMatchObject([
        { role: 'user', content: '', status: 'redacted' },
        { content: '', status: 'redacted' },
      ])
      await expect.poll(() => flagsOf(client.id)).toContainEqual(expect.objectContaining({ category: 'minors' }))
    }
  })

  it('is classified with the history that a client sends', async () => {
    finds('lantern', 'sexual/minors')
    const conversationHistory = [{ role: 'user', content: 'The lantern.' }]
    expect((await chat(free, general, 'Go on.', { conversationHistory })).reply).toMatchObject({ status: 'redacted' })
  })

  it('of somebody in crisis is answered with help, and stays', async () => {
    finds('lantern', 'self-harm/intent')
    const { sent, reply } = await chat(premium, mature, 'The lantern goes out tonight.')
    expect(sent).toMatchObject({ content: 'The lantern goes out tonight.', status: 'complete' })
    expect(reply).toMatchObject({ finish: 'help', status: 'complete' })
    expect(reply?.content).toMatch(/^I’m stepping out of the story/)
    expect(await listOwnDecisions(premium)).toMatchObject({ strikes: 0 })
  })
})

describe('a general chat', () => {
  it('does not wait for the classifier before its first token', async () => {
    const release = classifier.hold()
    const stream = await free.stream('POST', '/api/chat', { body: { characterId: general.id, message: 'Go on.' } })
    for (;;) if ((await stream.next())?.event === 'delta') break
    release()
    expect((await stream.rest()).at(-1)?.event).toBe('done')
  })

  it.each<[string, ClassifierBehavior]>([
    ['answers 500', { kind: 'status', status: 500 }],
    ['answers garbage', { kind: 'body', body: 'no' }],
    ['answers nothing', { kind: 'silence' }],
  ])('goes on and is marked when the classifier %s', async (_, behavior) => {
    behave(behavior)
    const { reply } = await chat(free, general, 'Go on.')
    expect(reply).toMatchObject({ status: 'complete', content: said })
    expect(await isMarked(reply?.id ?? '')).toBe(true)
    behave({ kind: 'answer' })
    const { reply: next } = await chat(free, general, 'Go on.')
    expect(await isMarked(next?.id ?? '')).toBe(false)
  })
})

describe('a mature chat', () => {
  it('shows nothing before it is checked, and then all of it', async () => {
    said = 'The sea is calm. The harbour is far away, and nobody says a word. '.repeat(8).trim()
    const release = classifier.hold()
    const before = classifier.state.requests
    const stream = await premium.stream('POST', '/api/chat', { body: { characterId: mature.id, message: 'Go on.' } })
    const turn = await stream.next()
    expect(turn?.event).toBe('turn')
    // One request about the message, and one about the beginning of the reply.
    await expect.poll(() => classifier.state.requests - before).toBe(2)
    expect(app.liveReplies.find(String(turn?.data.messageId))?.text).toBe('')
    release()
    const events = await stream.rest()
    const shown = events.filter(({ event }) => event === 'delta').map(({ data }) => String(data.text))
    expect(shown.join('')).toBe(said)
    expect(events.at(-1)).toMatchObject({ event: 'done' })
  })

  it.each<[string, ClassifierBehavior]>([
    ['answers 500', { kind: 'status', status: 500 }],
    ['answers garbage', { kind: 'body', body: 'no' }],
    ['answers nothing', { kind: 'silence' }],
  ])('shows nothing when the classifier %s; the message stays and can be tried again', async (_, behavior) => {
    behave(behavior)
    const { shown, last, sent } = await chat(premium, mature, 'Go on, please.')
    expect(shown).toBe('')
    expect(last).toMatchObject({ event: 'error', data: { errorType: 'server_error', status: 'failed' } })
    expect(String(last?.data.userMessage)).toMatch(/safety check .* does not answer/)
    expect(sent).toMatchObject({ content: 'Go on, please.', status: 'complete' })
    behave({ kind: 'answer' })
    const stream = await premium.stream('POST', `/api/conversations/${last?.data.conversationId}/replies`, {
      body: { messageId: last?.data.messageId },
    })
    expect((await stream.rest()).at(-1)).toMatchObject({ event: 'done', data: { response: said } })
  })
})

it('a name that the classifier objects to is not saved; one that it cannot check is', async () => {
  finds('lantern', 'sexual/minors')
  const save = (client: Client, body: object) => client.request<ErrorBody>('PUT', '/api/auth/user/profile', body)
  for (const field of ['displayName', 'playerName']) {
    const refused = await save(free, { [field]: 'lantern' })
    expect(refused).toMatchObject({ status: 422, body: { fields: { [field]: /This name was not saved/ } } })
  }
  const register = (username: string) =>
    app.visitor().request<ErrorBody>('POST', '/api/auth/register', { username, password: 'quiet-harbor' })
  expect(await register('lantern-1')).toMatchObject({ status: 422, body: { policy: { rule: 'classifier-minors' } } })
  behave({ kind: 'status', status: 500 })
  expect((await register('lantern-2')).status).toBe(200)
  expect((await save(free, { displayName: 'Wick' })).status).toBe(200)
})

describe('the greeting of a new chat', () => {
  const open = (client: Client, characterId: string, greeting: string) =>
    client.request<ConversationPage & ErrorBody>('POST', '/api/conversations', { characterId, greeting })

  it('that a client sends is refused when the classifier objects to it', async () => {
    finds('lantern', 'sexual/minors')
    expect(await open(free, general.id, 'A lantern.')).toMatchObject({ status: 422, body: { code: 'held_back' } })
    behave({ kind: 'status', status: 500 })
    expect((await open(premium, mature.id, 'A candle.')).status).toBe(503)
    const { body } = await open(free, general.id, 'A candle.')
    expect(body.messages).toMatchObject([{ content: 'A candle.', unchecked: true }])
  })

  it('that the model writes is replaced by the original one and flagged', async () => {
    finds('lantern', 'sexual/minors')
    said = 'She lights the lantern for you.'
    const request = { characterId: general.id, originalGreeting: 'Good evening.' }
    const { greeting } = await free.post<{ greeting: string }>('/api/new-chat-greeting', request)
    expect(greeting).toBe('Good evening.')
    const flags = await listFlags(admin, '?category=minors&targetType=message')
    const details = await Promise.all(
      flags.map(({ id }) => admin.get<{ evidence: { content: object }[] }>(`/api/admin/flags/${id}`)),
    )
    expect(details.map(({ evidence }) => evidence[0]?.content)).toContainEqual(
      expect.objectContaining({ content: said, rule: 'classifier-minors', conversationId: null }),
    )
  })
})

describe('once the classifier answers again', () => {
  const down = { kind: 'status', status: 500 } as const
  /** The checks run at the start, and every minute. */
  const recheck = () => app.restart()
  const messageOf = async (client: Client, conversationId: string, id: string) => {
    const { messages } = await client.conversation(conversationId)
    return messages.find((message) => message.id === id)
  }

  it('a reply that it has not seen is marked, and removed if it objects to it, with the explanation', async () => {
    behave(down)
    said = 'She lights the lantern.'
    const held = await chat(free, general, 'Go on.')
    said = 'She lights a candle.'
    const kept = await chat(free, general, 'Go on.')
    expect([held, kept].map(({ reply, last }) => [reply?.unchecked, last?.data.unchecked])).toEqual([
      [true, true],
      [true, true],
    ])
    finds('lantern', 'sexual/minors')
    await recheck()
    const conversationOf = ({ last }: typeof held) => String(last?.data.conversationId)
    const read = () => messageOf(free, conversationOf(held), held.reply?.id ?? '')
    await expect.poll(async () => (await read())?.status).toBe('redacted')
    expect(await read()).toMatchObject({
      content: '',
      unchecked: false,
      error: { rule: 'classifier-minors', userMessage: expect.stringContaining('This reply was held back') },
    })
    expect(await flagsOf(held.reply?.id ?? '')).toMatchObject([{ category: 'minors', severity: 5, source: 'policy' }])
    const readKept = () => messageOf(free, conversationOf(kept), kept.reply?.id ?? '')
    await expect.poll(async () => (await readKept())?.unchecked).toBe(false)
    expect(await readKept()).toMatchObject({ content: 'She lights a candle.', status: 'complete' })
    // A client that has text of it and reconnects is sent `replace` with an empty text.
    const events = await free.stream(
      'GET',
      `/api/conversations/${conversationOf(held)}/replies/${held.reply?.id}/events`,
      { lastEventId: '10' },
    )
    expect((await events.rest()).map(({ event, data }) => [event, data.text])).toEqual([
      ['replace', ''],
      ['error', undefined],
    ])
  })

  it('a reply in a scene is flagged with the character that said it', async () => {
    const other = await createCharacter(premium, { name: 'Inès' })
    const { conversation } = await premium.begin(general.id, { participantIds: [other.id], turnOrder: 'manual' })
    behave(down)
    said = 'She lights the lantern.'
    const place = { conversationId: conversation.id, speakerId: other.id }
    const { reply } = await chat(premium, general, 'Go on.', place)
    expect(reply).toMatchObject({ speakerId: other.id, unchecked: true })
    finds('lantern', 'sexual/minors')
    await recheck()
    await expect.poll(() => flagsOf(reply?.id ?? '')).toHaveLength(1)
    const [flag] = await flagsOf(reply?.id ?? '')
    expect(flag).toMatchObject({ target_name: 'Inès', summary: expect.stringContaining('Inès') })
    const { content } = await app.row('flag_evidence', { flag_id: flag?.id ?? '' }, 'content')
    expect(JSON.parse(content)).toMatchObject({ characterId: other.id, content: 'She lights the lantern.' })
  })

  it('a message that it objects to is removed with its reply and its title, in open tabs too', async () => {
    behave(down)
    const { sent, reply, last } = await chat(free, general, 'Light the lantern, please.')
    finds('lantern', 'sexual/minors')
    const id = String(last?.data.conversationId)
    const tab = await free.stream('GET', '/api/events')
    await tab.next()
    const stop = scheduleReplyRecheck(app.context)
    expect(await tab.next()).toMatchObject({
      event: 'changed',
      data: { conversationId: id, replyId: null, tabId: null },
    })
    tab.disconnect()
    await stop()
    await expect.poll(async () => (await messageOf(free, id, reply?.id ?? ''))?.status).toBe('redacted')
    expect(await messageOf(free, id, sent?.id ?? '')).toMatchObject({ content: '', status: 'redacted' })
    const { conversation } = await free.conversation(id)
    expect(conversation.title).toBe(general.name)
    expect(await free.get<object[]>('/api/conversations?search=lantern')).toEqual([])
  })

  it('a character that is held for it is published, or stays held for what is found', async () => {
    behave(down)
    const create = (description: string) =>
      premium.post<Character>('/api/characters', { name: 'Wick', description, isPublic: true })
    const [clean, held] = [await create('Keeps a lighthouse.'), await create('Lights a lantern.')]
    finds('lantern', 'sexual/minors')
    await recheck()
    const statesOf = async (id: string) => (await flagsOf(id)).map(({ category, status }) => `${category} ${status}`)
    await expect.poll(() => statesOf(clean.id)).toEqual(['unchecked dismissed'])
    await expect.poll(() => statesOf(held.id)).toEqual(['unchecked dismissed', 'minors open'])
    const isPublic = async (id: string) => (await premium.get<Character>(`/api/characters/${id}`)).isPublic
    expect([await isPublic(clean.id), await isPublic(held.id)]).toEqual([true, false])
    expect(await admin.get<object>('/api/admin/audits?limit=10')).toMatchObject({
      audits: expect.arrayContaining([expect.objectContaining({ action: 'dismiss', actor: null })]),
    })
  })
})

describe('a character', () => {
  const create = (fields: object) =>
    premium.request<Character & ErrorBody>('POST', '/api/characters', {
      name: 'Ada Quill',
      description: 'Keeps a lighthouse.',
      isPublic: true,
      ...fields,
    })
  const isInGallery = async (id: string) =>
    (await free.get<{ id: string }[]>('/api/characters/public?sort=new&limit=100')).some((listed) => listed.id === id)

  it('that the classifier objects to is not saved, new or changed, public or not', async () => {
    finds('lantern', 'sexual/minors')
    for (const isPublic of [true, false]) {
      const refused = await create({ description: 'Lights a lantern.', isPublic })
      expect(refused).toMatchObject({ status: 422, body: { policy: { rule: 'classifier-minors' } } })
    }
    const { body } = await create({})
    const changed = await premium.request('PUT', `/api/characters/${body.id}`, { description: 'Lights a lantern.' })
    expect(changed.status).toBe(422)
  })

  it('is held for review when it is published while the classifier does not answer, and shown once that is dismissed', async () => {
    behave({ kind: 'status', status: 500 })
    const { status, body } = await create({})
    expect([status, body.isPublic]).toEqual([201, false])
    expect(await isInGallery(body.id)).toBe(false)
    expect((await create({ isPublic: false })).status).toBe(201)
    behave({ kind: 'answer' })
    const [flag] = await listFlags(admin, `?targetId=${body.id}`)
    expect(flag).toMatchObject({ category: 'unchecked', effect: 'held', source: 'policy' })
    await act(admin, flag?.id ?? '', { action: 'dismiss' })
    expect(await isInGallery(body.id)).toBe(true)
  })

  it('is checked when its text changes or it is published, and at no other save', async () => {
    const { body } = await create({ isPublic: false })
    const change = async (fields: object) => {
      const before = classifier.state.requests
      expect((await premium.request('PUT', `/api/characters/${body.id}`, fields)).status).toBe(200)
      return classifier.state.requests - before
    }
    expect(await change({ category: 'Fantasy' })).toBe(0)
    expect(await change({ description: 'Keeps two lighthouses.' })).toBe(1)
    expect(await change({ isPublic: true })).toBe(1)
    expect(await change({ isPublic: true })).toBe(0)
  })
})

it('is listed under what needs attention after five failures in a row, until it answers', async () => {
  const attention = async () =>
    (await admin.get<Overview>('/api/admin/overview')).attention.map(({ text }) => text).join('\n')
  const rename = (name: string) => free.request('PUT', '/api/auth/user/profile', { displayName: name })
  await rename('Ada Quill')
  behave({ kind: 'status', status: 500 })
  for (let call = 1; call <= 5; call += 1) {
    expect(await attention()).not.toContain('classifier')
    await rename(`Ada ${call}`)
  }
  expect(await attention()).toContain('The classifier did not answer when it was last asked.')
  behave({ kind: 'answer' })
  app.clock.advance(30_000)
  await rename('Ada Quill')
  expect(await attention()).not.toContain('classifier')
})
