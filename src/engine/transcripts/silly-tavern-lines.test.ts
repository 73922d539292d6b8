import { describe, expect, test } from 'vitest'
import { readTranscripts } from './read-transcripts.ts'
import { trimSillyTavernLine } from './silly-tavern-lines.ts'
import { activePath, type Transcript } from './transcript.ts'
import { writeSillyTavernChat } from './write-silly-tavern-chat.ts'

/**
 * Lines as SillyTavern writes them (saveChat, saveGroupChat and the slash commands of public/script.js and public/scripts).
 * 1.13.5 writes the names into the header of a chat with one character, and no header into a group; 1.19.0 writes a header
 * with “unused” in the place of names into both.
 */
const date = '2025-09-03T18:01:00.000Z'
const thought = { api: 'openai', model: 'gpt-5', reasoning: 'x'.repeat(500), reasoning_duration: 900, token_count: 12 }
const noExtra = { isSmallSys: false, bias: null, gen_id: 1756922460000, api: 'manual', model: 'slash command' }
const said = (name: string, mes: string, more: object = {}) => ({
  name,
  is_user: false,
  is_system: false,
  send_date: date,
  mes,
  extra: thought,
  ...more,
})
const player = (mes: string, more: object = {}) =>
  said('Sam', mes, { is_user: true, force_avatar: 'User Avatars/sam.png', extra: { isSmallSys: false }, ...more })
const swiped = (swipe_id: number, ...swipes: string[]) => ({
  mes: swipes[swipe_id],
  swipe_id,
  swipes,
  swipe_info: swipes.map(() => ({ send_date: date, gen_started: date, gen_finished: date, extra: thought })),
})
const avatar = (name: string) => ({
  force_avatar: `/thumbnail?type=avatar&file=${name}.png`,
  original_avatar: `${name}.png`,
})
const note = { note_prompt: 'Keep it tense.', note_interval: 2, note_position: 1, note_depth: 3, note_role: 1 }
const headers = {
  '1.13.5': { user_name: 'Sam', character_name: 'Rowan', create_date: '2025-9-3@18h00m00s', chat_metadata: note },
  '1.19.0': { chat_metadata: { integrity: 'a-uuid', ...note }, user_name: 'unused', character_name: 'unused' },
}
const solo = [
  said('Rowan', 'Hello, Sam.', {
    swipe_id: 1,
    swipes: ['Rowan waits for {{user}}.', 'Hello, {{user}}.', '<BOT> nods.'],
    swipe_info: [{}, {}, {}],
  }),
  player('Good evening.'),
  said('Rowan', '', swiped(1, 'Sit.', 'Come in.', 'Not now.')),
  said('System', 'The rain begins.\n*It is cold.*', {
    force_avatar: 'img/five.png',
    extra: { ...noExtra, type: 'narrator' },
  }),
  said('Bartender', 'Last round!', { ...avatar('Bartender'), extra: noExtra }),
  player('Forget this.', { is_system: true }),
  said('Rowan', '', { ...swiped(0, 'Gone.', 'Forgotten.'), is_system: true }),
  said('Note', 'Ask about the key.', { is_system: true, extra: { type: 'comment', gen_id: 1 } }),
  said('SillyTavern System', '<b>Help</b>', { is_system: true, extra: { type: 'help' } }),
  said('Rowan Vale', 'Where were we?'),
]
const group = [
  said('Rowan', 'Evening.', avatar('Rowan')),
  player('Both of you?'),
  said('Ines', '', { ...swiped(1, 'One of us.', 'Both.'), ...avatar('Ines') }),
  said('Ines', 'Hush.', { ...avatar('Ines'), is_system: true }),
]
const files = {
  '1.13.5': [headers['1.13.5'], ...solo],
  '1.19.0': [headers['1.19.0'], ...solo],
  'group of 1.13.5': group,
  'group of 1.19.0': [headers['1.19.0'], ...group],
}
const toText = (lines: readonly object[]) => lines.map((line) => JSON.stringify(line)).join('\n')
const read = (lines: readonly object[]) => readTranscripts(toText(lines))
const only = (lines: readonly object[]) => read(lines).transcripts[0] as Transcript
const path = (chat: Transcript) =>
  activePath(chat).map((index) => {
    const { content, role, excluded = false, speaker, parent } = chat.messages[index] ?? {}
    const versions = chat.messages.filter((other) => other.parent === parent).map((version) => version.content)
    return { role, content, excluded, versions, name: chat.participants?.[speaker ?? -1]?.name }
  })

describe.each(Object.entries(files))('a chat of SillyTavern %s', (_, lines) => {
  test('is the same after import, export and import, message by message', () => {
    const first = only(lines)
    const again = readTranscripts(writeSillyTavernChat(first))
    expect(path(again.transcripts[0] as Transcript)).toEqual(path(first))
    expect(again.transcripts[0]?.notes).toEqual(first.notes)
    expect(again.leftOut).toEqual([])
  })

  test('is read alike without what is not read of its lines', () => {
    const trimmed = toText(lines).split('\n').map(trimSillyTavernLine).join('\n')
    expect(readTranscripts(trimmed)).toEqual(read(lines))
    expect(trimmed).not.toContain('reasoning')
  })
})

test.each(['1.13.5', '1.19.0'] as const)('a chat of %s with one character stays one', (version) => {
  const { transcripts, leftOut } = read(files[version])
  const [chat] = transcripts
  expect(chat).not.toHaveProperty('participants')
  expect(chat).toMatchObject({ player: 'Sam', notes: { note: 'Keep it tense.', depth: 3, role: 'user', interval: 2 } })
  expect(leftOut).toEqual(['1 notice of SillyTavern'])
  expect(path(chat as Transcript).map(({ content, excluded }) => (excluded ? { hidden: content } : content))).toEqual([
    'Hello, Sam.',
    'Good evening.',
    'Come in.',
    '*The rain begins.*\n*It is cold.*',
    '**Bartender:** Last round!',
    { hidden: 'Forget this.' },
    { hidden: 'Gone.' },
    { hidden: '*Ask about the key.*' },
    'Where were we?',
  ])
  expect(path(chat as Transcript).map(({ versions }) => versions.length)).toEqual([3, 1, 3, 1, 1, 1, 2, 1, 1])
  expect(path(chat as Transcript)[0]?.versions).toEqual(['Rowan waits for Sam.', 'Hello, Sam.', 'Rowan nods.'])
})

test.each(['group of 1.13.5', 'group of 1.19.0'] as const)('a %s is a scene, with a header line or without', (name) => {
  expect(path(only(files[name]))).toMatchObject([
    { content: 'Evening.', name: 'Rowan' },
    { content: 'Both of you?', role: 'user' },
    { content: 'Both.', name: 'Ines', versions: ['One of us.', 'Both.'] },
    { content: 'Hush.', name: 'Ines', excluded: true },
  ])
})

test('a character that was renamed says everything, while those who take turns are several', () => {
  const header = headers['1.19.0']
  const speak = (...names: string[]) => only([header, ...names.map((name) => said(name, 'Hm.'))])
  expect(speak('Rowan', 'Rowan', 'Rowan Vale')).toMatchObject({ character: 'Rowan Vale' })
  expect(speak('Rowan', 'Rowan', 'Rowan Vale')).not.toHaveProperty('participants')
  expect(speak('Rowan', 'Ines', 'Rowan').participants).toHaveLength(2)
})

test('a line in the name of somebody else that an older version wrote is no reply of the character', () => {
  const old = said('Bartender', 'Last round!', { ...avatar('Bartender'), extra: { gen_id: 1 } })
  const chat = only([headers['1.13.5'], said('Rowan', 'Hm.'), old, said('Rowan', 'No.')])
  expect(chat.messages.map(({ content }) => content)).toEqual(['Hm.', '**Bartender:** Last round!', 'No.'])
})

test('a swipe is kept where the text of the message differs from it', () => {
  const chat = only([headers['1.13.5'], said('Rowan', 'Edited.', { swipe_id: 0, swipes: ['First.', 'Second.'] })])
  expect(path(chat)).toMatchObject([{ content: 'Edited.', versions: ['Edited.', 'Second.'] }])
})

test('a file of Chub has its texts within objects', () => {
  const chat = only([
    { user_name: 'Sam', character_name: 'Rowan' },
    said('Rowan', '', {
      mes: { message: 'Two.', id: 2 },
      swipe_id: 1,
      swipes: [{ message: 'One.' }, { message: 'Two.' }],
    }),
    player('Hm.'),
  ])
  expect(path(chat)).toMatchObject([{ content: 'Two.', versions: ['One.', 'Two.'] }, { content: 'Hm.' }])
})

test('of a file whose last line is cut off, the rest is read', () => {
  const text = toText(files['1.13.5'])
  const { transcripts, leftOut } = readTranscripts(text.slice(0, -10))
  expect(transcripts[0]?.messages.at(-1)?.content).toBe('*Ask about the key.*')
  expect(leftOut).toContain('line 11, which is cut off')
})

test("an author's note that is switched off is left out, and said so", () => {
  const { transcripts, leftOut } = read([
    { user_name: 'Sam', chat_metadata: { ...note, note_interval: 0 } },
    player('Hm.'),
  ])
  expect(transcripts[0]?.notes).toBeUndefined()
  expect(leftOut).toEqual(["the author's note, which is switched off"])
})
