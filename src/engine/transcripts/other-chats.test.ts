import { expect, test } from 'vitest'
import { readTranscripts } from './read-transcripts.ts'

const read = (file: object) => readTranscripts(JSON.stringify(file))

test('of an export of character.ai, an empty history is left out and counted', () => {
  const msgs = [{ src: { is_human: false, name: 'Ada' }, text: 'You came.' }]
  const file = { histories: { histories: [{ msgs }, { msgs: [] }, { msgs }] } }
  expect(read(file)).toMatchObject({ transcripts: [{ character: 'Ada' }, {}], leftOut: ['1 empty conversation'] })
  expect(() => read({ histories: { histories: [{ msgs: [] }] } })).toThrow('no messages')
})

test('chats of RisuAI are read, one or all of a character', () => {
  const chat = {
    name: 'Night one',
    note: 'Keep it tense.',
    fmIndex: -1,
    localLore: [],
    message: [
      { role: 'user', data: 'Before.', time: 1 },
      { role: 'char', data: 'Before that.', time: 2, disabled: 'allBefore' },
      { role: 'user', data: 'I came.', time: 3, chatId: 'a' },
      { role: 'char', data: 'Sit.', time: 4, generationInfo: { model: 'x' } },
      { role: 'char', data: 'A remark.', time: 5, isComment: true },
    ],
  }
  const { transcripts } = read({ type: 'risuChat', ver: 2, data: chat, folders: [] })
  expect(transcripts).toMatchObject([{ title: 'Night one', character: '', notes: { note: 'Keep it tense.' }, leaf: 4 }])
  expect(transcripts[0]?.messages.map(({ role, excluded = false }) => [role, excluded])).toEqual([
    ['user', true],
    ['character', true],
    ['user', false],
    ['character', false],
    ['character', true],
  ])
  const all = read({ type: 'risuAllChats', ver: 2, data: [chat, { ...chat, message: [] }] })
  expect(all).toMatchObject({ transcripts: [{ title: 'Night one' }], leftOut: ['1 empty conversation'] })
})

const kobold = (chatopponent: string, prompt: string, ...actions: string[]) =>
  read({ gamestarted: true, prompt, actions, authorsnote: '', savedsettings: { chatname: 'Sam', chatopponent } })
    .transcripts[0]

test('stories of KoboldLite are read in instruct mode', () => {
  const chat = kobold(
    'Ada',
    '\n{{[OUTPUT]}}\nAda: You came.',
    '\n{{[INPUT]}}\nI did.[<|p|data:image/png;base64,AAAA|p|>]\n{{[OUTPUT]}}\n',
    'Sit\ndown.\n{{[SYSTEM]}}\nBe brief.',
  )
  expect(chat).toMatchObject({ character: 'Ada', player: 'Sam', leaf: 3 })
  expect(chat?.messages).toMatchObject([
    { role: 'character', content: 'You came.' },
    { role: 'user', content: 'I did.' },
    { role: 'character', content: 'Sit\ndown.' },
    { content: 'Be brief.', excluded: true },
  ])
})

test('stories of KoboldLite are read in chat mode, with several characters as a scene', () => {
  const chat = kobold('Ada||$||Ines', '\nAda: You came.', '\nSam: I did.\nInes:', ' Sit.\nShe points.')
  expect(chat?.participants?.map(({ name }) => name)).toEqual(['Ada', 'Ines'])
  expect(chat?.messages).toMatchObject([
    { role: 'character', content: 'You came.', speaker: 0 },
    { role: 'user', content: 'I did.', audience: [0, 1] },
    { role: 'character', content: 'Sit.\nShe points.', speaker: 1 },
  ])
})

test('histories of text-generation-webui are read with their versions', () => {
  const internal = [
    ['<|BEGIN-VISIBLE-CHAT|>', 'You "came".'],
    ['I did.', 'Sit.'],
  ]
  const versions = [{ content: 'Stay.' }, { content: 'Sit.' }]
  const metadata = { assistant_1: { timestamp: 'Jan 02, 2025 14:30', versions, current_version_index: 1 } }
  const file = { internal, visible: [['', 'You &quot;came&quot;.'], internal[1]], metadata }
  expect(read(file).transcripts).toMatchObject([
    { leaf: 3, messages: [{ content: 'You "came".' }, { role: 'user' }, { content: 'Stay.' }, { content: 'Sit.' }] },
  ])
  expect(read({ data: internal, data_visible: internal }).transcripts).toMatchObject([{ leaf: 2 }])
})
