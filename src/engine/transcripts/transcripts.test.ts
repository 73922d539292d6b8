import fc from 'fast-check'
import { expect, test } from 'vitest'
import { generateTranscripts } from '../../../tests/support/generated-transcripts.ts'
import { writeMarkdown } from './markdown.ts'
import { readTranscripts as readFile } from './read-transcripts.ts'
import { activePath, type Transcript, TranscriptError } from './transcript.ts'
import { writeTranscriptJson } from './transcript-json.ts'
import { writeSillyTavernChat } from './write-silly-tavern-chat.ts'

const readTranscripts = (text: string) => readFile(text).transcripts
const transcript = generateTranscripts({ anyStatus: true, withNames: true })

test('JSON holds the whole tree', () => {
  fc.assert(
    fc.property(transcript, (before) => {
      expect(readTranscripts(writeTranscriptJson(before))).toEqual([before])
    }),
    { numRuns: 250 },
  )
})

test('a chat of SillyTavern is the same after it was read and written again', () => {
  fc.assert(
    fc.property(transcript, (before) => {
      const chat = writeSillyTavernChat(before)
      const [read] = readTranscripts(chat)
      expect(read && writeSillyTavernChat(read)).toBe(chat)
      const texts = (one: Transcript) => activePath(one).map((index) => one.messages[index]?.content)
      expect(read && texts(read)).toEqual(texts(before))
    }),
    { numRuns: 250 },
  )
})

const sample: Transcript = {
  title: 'The ferry',
  character: 'Ada Quill',
  player: 'Sam',
  createdAt: 1,
  messages: [{ parent: null, role: 'character', content: 'You are late.', status: 'complete', createdAt: 1 }],
  leaf: 0,
}

test('a chat of SillyTavern has the versions of each message on the path', () => {
  const tree: Transcript = {
    title: 'The ferry',
    character: 'Ada Quill',
    player: 'Sam',
    createdAt: 1,
    messages: [
      { parent: null, role: 'character', content: 'You are late.', status: 'complete', createdAt: 1 },
      { parent: 0, role: 'user', content: 'The ferry was slow.', status: 'complete', createdAt: 2 },
      { parent: 1, role: 'character', content: 'It always is.', status: 'complete', createdAt: 3 },
      { parent: 1, role: 'character', content: 'Then sit', status: 'interrupted', createdAt: 4 },
    ],
    leaf: 3,
  }
  const lines = writeSillyTavernChat(tree)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines).toHaveLength(4)
  expect(lines[0]).toMatchObject({ user_name: 'Sam', character_name: 'Ada Quill' })
  expect(lines[2]).toMatchObject({ name: 'Sam', is_user: true, mes: 'The ferry was slow.' })
  expect(lines[3]).toMatchObject({ mes: 'Then sit', swipe_id: 1, swipes: ['It always is.', 'Then sit'] })
  expect(lines[3].swipe_info[1].extra).toEqual({ interrupted: true })
})

test('chats of SillyTavern are read in the shapes that its versions have written', () => {
  const [old] = readTranscripts(
    [
      '{"user_name":"You","character_name":"Seraphina","create_date":"2023-7-4 @12h 30m 05s 120ms"}',
      '{"name":"Seraphina","is_user":false,"is_name":true,"send_date":1688473805120,"mes":"Hello."}',
      '{"name":"You","is_user":true,"is_name":true,"send_date":"June 25, 2023 4:30pm","mes":"Hi."}',
      '{"name":"System","is_user":false,"is_system":true,"mes":"A note","send_date":""}',
    ].join('\r\n'),
  )
  expect(old).toMatchObject({ character: 'Seraphina', player: 'You', createdAt: Date.UTC(2023, 6, 4, 12, 30, 5, 120) })
  expect(old?.messages).toEqual([
    { parent: null, role: 'character', content: 'Hello.', status: 'complete', createdAt: 1_688_473_805_120 },
    { parent: 0, role: 'user', content: 'Hi.', status: 'complete', createdAt: Date.UTC(2023, 5, 25, 16, 30) },
    { parent: 1, role: 'character', content: 'A note', status: 'complete', createdAt: 0, excluded: true },
  ])

  const [swiped] = readTranscripts(
    [
      '{"chat_metadata":{"integrity":"a-uuid"},"user_name":"unused","character_name":"unused"}',
      '{"name":"Ada","is_user":false,"mes":"Two","swipe_id":1,"swipes":["One","Two"],"swipe_info":[null,{"extra":{}}],"send_date":"2025-01-01T00:00:00.000Z","extra":{"api":"openai","reasoning":"never shown"}}',
    ].join('\n'),
  )
  expect(swiped?.messages.map(({ content }) => content)).toEqual(['One', 'Two'])
  expect(swiped?.leaf).toBe(1)
})

test('the names under which the player spoke are read and written again', () => {
  const lines = [
    '{"user_name":"Sam","character_name":"Ada"}',
    '{"name":"Bo","is_user":true,"mes":"Good evening."}',
    '{"name":"Ada","is_user":false,"mes":"Good evening."}',
    '{"name":"Sam","is_user":true,"mes":"It is late."}',
  ]
  const [chat] = readTranscripts(lines.join('\n'))
  expect(chat).toMatchObject({ player: 'Sam', messages: [{ player: 'Bo' }, {}, { content: 'It is late.' }] })
  expect(chat?.messages[2]).not.toHaveProperty('player')
  const written = chat ? writeSillyTavernChat(chat).trim().split('\n') : []
  expect(written.map((line) => JSON.parse(line).name)).toEqual([undefined, 'Bo', 'Ada', 'Sam'])

  const [unnamed] = readTranscripts(['{"user_name":"unused","chat_metadata":{}}', lines[1]].join('\n'))
  expect(unnamed).toMatchObject({ player: 'Bo', messages: [{ content: 'Good evening.' }] })
})

test('JSON holds who said each message of a scene, who was present, and the turn order', () => {
  const index = fc.nat(2)
  const presence = fc.record(
    { speaker: index, audience: fc.uniqueArray(index), presentAfter: fc.uniqueArray(index) },
    { requiredKeys: [] },
  )
  const participants = ['Ada', 'Ines', 'Bo'].map((name) => ({ id: `id-${name}`, name }))
  fc.assert(
    fc.property(transcript, fc.array(presence, { minLength: 30, maxLength: 30 }), (plain, present) => {
      const messages = plain.messages.map((one, at) => ({ ...one, ...present[at] }))
      const before: Transcript = { ...plain, participants, turnOrder: 'round', messages }
      const file = writeTranscriptJson(before)
      expect(readTranscripts(file)).toEqual([before])
      expect(readTranscripts(file).map(writeTranscriptJson)).toEqual([file])
    }),
    { numRuns: 250 },
  )
  const damaged =
    '{"format":"troupe-conversation","version":1,"leaf":0,"participants":[{"id":"a","name":"Ada"}],"messages":[{"parent":null,"role":"user","content":"a","status":"complete","createdAt":1,"audience":[4]}]}'
  expect(() => readTranscripts(damaged)).toThrow('Message 1')
})

test('exports of Agnai and character.ai are read', () => {
  const agnai = {
    name: 'A storm',
    greeting: 'You came.',
    messages: [
      { handle: 'Sam', userId: 'anon', msg: 'I did.', createdAt: '2024-02-01T10:00:00.000Z' },
      { handle: 'Ada', characterId: 'x', msg: 'Sit.', state: 'new' },
    ],
  }
  expect(readTranscripts(JSON.stringify(agnai))).toMatchObject([
    {
      title: 'A storm',
      character: 'Ada',
      player: 'Sam',
      leaf: 2,
      messages: [{ content: 'You came.' }, { role: 'user' }, {}],
    },
  ])

  const msgs = [
    { src: { is_human: false, name: 'Ada' }, text: 'You came.' },
    { src: { is_human: true, name: 'Sam' }, text: 'I did.' },
  ]
  const characterAi = { info: {}, histories: { histories: [{ msgs }, { msgs }] } }
  expect(readTranscripts(JSON.stringify(characterAi))).toMatchObject([
    { character: 'Ada', player: 'Sam', leaf: 1 },
    { character: 'Ada', player: 'Sam', leaf: 1 },
  ])
})

test('Markdown has the active path, with the names that were chosen as plain text', () => {
  const markdown = writeMarkdown({
    title: '# *The* ferry',
    character: 'Ada_Quill',
    player: 'Sam',
    createdAt: 1,
    messages: [{ parent: null, role: 'character', content: '*She waits.*', status: 'complete', createdAt: 1 }],
    leaf: 0,
  })
  expect(markdown).toBe('# \\# \\*The\\* ferry\n\n**Ada\\_Quill**\n\n*She waits.*\n')
})

test.each([
  ['', 'not a conversation'],
  ['PK\u0003\u0004', 'not a conversation'],
  ['[]', 'not a conversation'],
  ['{"spec":"chara_card_v2"}', 'not a conversation'],
  ['{"user_name":"Sam","character_name":"Ada"}', 'no messages'],
  ['{"user_name":"Sam","character_name":"Ada"}\n{"mes":', 'no messages'],
  ['{"user_name":"Sam","character_name":"Ada"}\n{"mes":\n{"mes":"Hm."}', 'Line 2'],
  ['{"format":"troupe-conversation","version":9}', 'newer version'],
  ['{"format":"troupe-conversation","version":1,"messages":[{"parent":4}],"leaf":0}', 'Message 1'],
  ['{"format":"troupe-conversation","version":1,"messages":[],"leaf":3}', 'at which message'],
])('%j is refused with words that say why', (file, words) => {
  expect(() => readTranscripts(file)).toThrow(TranscriptError)
  expect(() => readTranscripts(file)).toThrow(words)
})

test('no file makes the reader fail otherwise', () => {
  const read = (file: string) => {
    try {
      readTranscripts(file)
    } catch (error) {
      expect(error).toBeInstanceOf(TranscriptError)
    }
  }
  const lines = fc
    .array(fc.json(), { maxLength: 4 })
    .map((all) => `{"user_name":"a","character_name":1}\n${all.join('\n')}`)
  const json = fc.jsonValue().map((value) => JSON.stringify(value))
  const agnai = fc.jsonValue().map((value) => JSON.stringify({ greeting: 1, messages: [{ msg: 'a' }, value] }))
  const characterAi = fc
    .jsonValue()
    .map((value) => JSON.stringify({ histories: { histories: [{ msgs: [value] }, value] } }))
  const own = fc
    .jsonValue()
    .map((value) => JSON.stringify({ format: 'troupe-conversation', version: 1, leaf: 0, messages: [value] }))
  fc.assert(fc.property(fc.oneof(lines, json, agnai, characterAi, own, fc.string()), read), { numRuns: 1_000 })
})

/** A chat of SillyTavern with a line for each name. */
const chatOf = (names: string[]) =>
  [{ user_name: 'Sam' }, ...names.map((name) => ({ name, is_user: false, original_avatar: `${name}.png`, mes: 'Hm.' }))]
    .map((line) => JSON.stringify(line))
    .join('\n')

test('a file with more messages or conversations than one can have is refused before they are read', () => {
  expect(() => readTranscripts(chatOf(Array.from({ length: 20_001 }, () => 'Ada')))).toThrow(/20,000 messages/)
  const history = { msgs: [{ src: { is_human: false, name: 'Ada' }, text: 'Hm.' }] }
  const histories = { histories: Array.from({ length: 501 }, () => history) }
  expect(() => readTranscripts(JSON.stringify({ histories }))).toThrow(/500 conversations/)
})

test.each([
  ['objects', `{"format":"troupe-conversation","version":1,"messages":[${'{},'.repeat(1_000_000)}{}]}`],
  ['lists in lists', '['.repeat(1_000_001)],
  ['lines', `{"user_name":"a"}\n${'[]\n'.repeat(10)}[${'0,'.repeat(1_000_000)}0]`],
])('a file with millions of %s is refused', (_, text) => {
  expect(() => readTranscripts(text)).toThrow('A file can have 1,000,000 values. Please split it.')
})

test('the versions of a message count as messages', () => {
  const swipes = Array.from({ length: 20_001 }, () => 'Hm.')
  const line = { name: 'Ada', mes: 'Hm.', swipe_id: 0, swipes }
  expect(() => readTranscripts(`{"user_name":"Sam"}\n${JSON.stringify(line)}`)).toThrow(/20,000 messages/)
})

test('names are cut, since each can be put before thousands of messages', () => {
  const name = 'n'.repeat(1_000_000)
  const file = JSON.parse(
    writeTranscriptJson({
      ...sample,
      participants: [
        { id: '', name },
        { id: '', name: 'Bo' },
      ],
    }),
  )
  const chats = [
    ...readTranscripts(JSON.stringify({ ...file, character: name, player: name })),
    ...readTranscripts(chatOf([name, 'Bo'])),
  ]
  for (const { character, player, participants = [] } of chats) {
    for (const text of [character, player, ...participants.map((one) => one.name)]) {
      expect(text.length).toBeLessThanOrEqual(200)
    }
  }
})
