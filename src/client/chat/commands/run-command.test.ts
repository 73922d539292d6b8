import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createConversation } from '#tests/support/create-conversation.ts'
import type { ConversationPanels } from '../dialogs.ts'
import { type ConversationState, initialState } from '../store/conversation-state.ts'
import type { ConversationStore } from '../store/conversation-store.ts'
import { createMessage } from '../store/messages.ts'
import type { CommandContext } from './command.ts'
import { commands } from './list.ts'
import { findCommand } from './parse-command.ts'
import { runCommand } from './run-command.ts'

const message = (id: string, role: 'user' | 'character') =>
  createMessage({
    key: id,
    id,
    role,
    parentId: id === 'm1' ? null : 'm1',
    createdAt: 1,
    content: 'Yes.',
    siblings: [id],
  })
const participant = (characterId: string, name: string, present = true) => {
  return { characterId, name, avatar: '', category: 'Mystery', available: true, present }
}
const open: ConversationState = {
  ...initialState,
  phase: 'open',
  characterId: 'ines',
  conversationId: 'c1',
  conversation: createConversation(),
  messages: [message('m1', 'character'), message('m2', 'user'), { ...message('m3', 'character'), finish: 'stop' }],
}
const participants = [
  participant('ines', 'Ines Calder'),
  participant('ada', 'Ada Quill'),
  participant('bo', 'Bo', false),
]
const scene: ConversationState = { ...open, scene: { turnOrder: 'manual', participants } }

/** What a command does, as names of the functions that it calls. */
function createContext(state: ConversationState, more: Partial<ConversationStore> = {}) {
  const calls: string[] = []
  const record =
    <T>(name: string, result?: T) =>
    (...args: unknown[]) => {
      calls.push([name, ...args.filter((arg) => typeof arg === 'string' || typeof arg === 'number')].join(' '))
      return result as T
    }
  const store = {
    state: { getState: () => state },
    leafId: 'm3',
    tree: {
      choose: record('choose', Promise.resolve()),
      exclude: record('exclude', Promise.resolve()),
      delete: record('deleteMessage', Promise.resolve()),
      changeScene: record('changeScene', Promise.resolve()),
    },
    pages: { refreshIfGone: () => {} },
    ...Object.fromEntries(
      [
        'send',
        'whisper',
        'continueReply',
        'regenerate',
        'writeDraft',
        'stop',
        'setEditing',
        'pickSpeaker',
        'setSaved',
      ].map((name) => [name, record(name)]),
    ),
    ...more,
  } as unknown as ConversationStore
  const context: CommandContext = {
    store,
    character: { id: 'ines', name: 'Ines Calder', avatar: '', category: 'Mystery', hue: 1, current: null },
    ownName: 'Sam',
    panels: new Proxy({} as ConversationPanels, { get: (_, name) => record(`open ${String(name)}`) }),
    openConversations: record('open conversations'),
    report: ({ type, id, name }) => void calls.push(`report ${type} ${id} ${name}`),
    copyConversation: record('copyConversation', Promise.resolve(true)),
    change: record('change', Promise.resolve()),
    deleteConversation: record('deleteConversation'),
    startNewChat: record('startNewChat'),
    openPage: record('openPage'),
    openSearch: record('openSearch'),
    write: record('write'),
  }
  const run = (name: string, args = '') => {
    const command = findCommand(commands, name)
    return command ? runCommand(command, args, context) : Promise.reject(new Error(`no command ${name}`))
  }
  return { calls, run }
}

beforeEach(() => {
  const refuse = async () => new Response('{"error":"Please make it shorter."}', { status: 400 })
  vi.stubGlobal('fetch', vi.fn(refuse))
  vi.stubGlobal('document', { querySelector: () => ({}), createElement: () => ({ click: () => {} }) })
  vi.stubGlobal('CSS', { escape: (text: string) => text })
})
afterEach(() => vi.unstubAllGlobals())

it.each([
  ['copy', '9', 'The story has only 3 messages.'],
  ['copy', '-1', '“-1” is not a number. Write how many messages back it is: /copy 2'],
  ['go', '0', 'That is where you are. Write by how many messages to go back: /go 2'],
  ['version', '2', 'The newest message has only one version.'],
  ['report', '1', 'Only what a character says can be reported. Write how many messages back it is: /report 1'],
  ['report', 'Nobody', '“Nobody” is not a character of this conversation.'],
  ['delete', '2', 'The first message cannot be deleted.'],
  ['unhide', '1', 'This message is not hidden.'],
  ['export', 'pdf', 'There is no format “pdf”. Choose json, jsonl, markdown, html.'],
  ['memory', 'maybe', 'The memory can be on or off, not “maybe”.'],
  ['reading', 'size huge', 'There is no reading setting “size huge”.'],
  ['order', 'alphabet', 'There is no turn order “alphabet”. Choose manual, round, addressed.'],
  ['whisper', 'ada', 'Write what only Ada Quill hears: /whisper Ada Quill Come closer.'],
  ['pick', '', 'Write who is to speak: /pick Ines Calder or /pick Ada Quill'],
  ['join', 'Ada', '“Ada” is not away from this scene.'],
  ['regenerate', 'x'.repeat(501), 'That is 501 characters. Please say it in 500 or less.'],
  ['search', 'x'.repeat(201), 'Please search for 200 characters or less.'],
  ['roll', '0d6', '“0d6” cannot be rolled.'],
  ['note', 'x', 'Please make it shorter.'],
  ['remember', 'x'.repeat(401), 'Please keep a fact to 400 characters or less'],
  ['depth', '4', 'There is no author’s note yet.'],
  ['said-by', 'me', 'There is no author’s note yet.'],
  ['edit-character', '', 'Only its author can change Ines Calder.'],
] satisfies [string, string, string][])('/%s %s says what to do instead', async (name, args, problem) => {
  const { run, calls } = createContext(scene)
  expect(await run(name, args)).toContain(problem)
  expect(calls).toEqual([])
})

it.each([
  ['go', '1', 'choose m2'],
  ['hide', '1', 'exclude m2'],
  ['fork', '2', 'copyConversation m1'],
  ['delete', '', 'deleteMessage m3'],
  ['report', '', 'report message m3 Ines Calder'],
  ['report', 'ada', 'report character ada Ada Quill'],
  ['report', 'character', 'report character ines Ines Calder'],
  ['speak', 'ada', 'pickSpeaker ada,send '],
  ['pick', 'quill', 'pickSpeaker ada'],
  ['whisper', 'ada quill Come closer.', 'whisper /whisper ada quill Come closer.'],
  ['whisper', 'ada Come closer.', 'whisper /whisper ada Come closer.'],
  ['leave', 'Ada', 'changeScene'],
  ['folder', '', 'open move'],
  ['import', '', 'open import'],
  ['about', '', ''],
  ['personas', '', 'openPage /personas'],
  ['delete-conversation', '', 'deleteConversation'],
] satisfies [string, string, string][])('/%s %s does it', async (name, args, expected) => {
  const { run, calls } = createContext(scene)
  await run(name, args)
  expect(calls.join()).toBe(expected)
})

it('restores what was typed when the model that is to write fails', async () => {
  const { run, calls } = createContext(open, { writeDraft: () => Promise.resolve('The model is busy.') })
  expect(await run('impersonate', 'I wave.')).toBe('The model is busy.')
  expect(calls).toEqual(['write I wave.', 'write '])
})

it('refuses what changes the story during a running reply and without the character', async () => {
  const changing = commands.filter(({ changesStory }) => changesStory).map(({ name }) => name)
  expect(changing).toEqual(expect.arrayContaining(['continue', 'regenerate', 'edit', 'delete', 'undo', 'go', 'speak']))
  const unavailable = { ...open, conversation: createConversation({ characterAvailable: false }) }
  for (const name of changing) {
    expect(await createContext({ ...open, turn: 'replying' }).run(name)).toContain('Wait until the reply has ended')
    expect(await createContext(unavailable).run(name)).toContain('You can only read this conversation')
  }
})

const hostile = [
  '',
  '-1',
  '0',
  '99999999999999999999',
  '../../x',
  '<b>x</b>',
  '٣',
  '\ud800',
  'x '.repeat(8_000),
  '{{user}}',
]
it.each([
  ['in a scene', scene],
  ['in an empty conversation', { ...open, messages: [] }],
  ['while a reply streams', { ...scene, turn: 'replying' as const }],
  ['while the page loads', initialState],
])('never fails %s, and repeats no enormous text', async (_, state) => {
  for (const { name } of commands) {
    for (const args of hostile) {
      const problem = await createContext(state).run(name, args)
      expect(problem.length, `/${name} ${args.slice(0, 20)}`).toBeLessThan(260)
    }
  }
})
