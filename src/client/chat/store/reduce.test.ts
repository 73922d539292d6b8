import { describe, expect, it } from 'vitest'
import { HttpError } from '#client/lib/http.ts'
import type { Message } from '#shared/chat.ts'
import { createConversation, createPage, createStoredMessage as stored } from '#tests/support/create-conversation.ts'
import type { ConversationEvent, Effect } from './conversation-events.ts'
import { type ConversationState, initialState, type PendingSend } from './conversation-state.ts'
import { type ConversationMessage, createMessage } from './messages.ts'
import { reduce } from './reduce.ts'

const said = (key: string, changes: Partial<ConversationMessage> = {}) =>
  createMessage({ key, id: key, role: 'character', content: `${key}.`, createdAt: 1, siblings: [key], ...changes })
const own = (key: string, changes: Partial<ConversationMessage> = {}) => said(key, { role: 'user', ...changes })
const pageOf = (...messages: Message[]) => createPage(messages)
const greeting = said('m1')
const open: ConversationState = {
  ...{ ...initialState, phase: 'open', characterId: 'ines', conversationId: 'c1', conversation: createConversation() },
  messages: [greeting],
}
const stamp = { sendId: 's', replyKey: 'r', now: 1 }

/** "Hi" was sent, and waits for the server. */
const send: PendingSend = { text: 'Hi', clientMessageId: 's' }
const sending: ConversationState = {
  ...open,
  messages: [
    greeting,
    own('s', { id: null, content: 'Hi', status: 'sending', siblings: [] }),
    said('r', { id: null, content: '', status: 'streaming', siblings: [] }),
  ],
  turn: 'waiting',
  liveReply: { key: 'r', text: '' },
  sends: { r: send },
}
/** The server has it, and writes the reply. */
const replying: ConversationState = {
  ...sending,
  messages: [greeting, own('s', { id: 'u1' }), said('r', { id: 'm2', content: '', status: 'streaming' })],
  sends: {},
}
/** Another version of a reply was requested. */
const regenerating: ConversationState = {
  ...replying,
  messages: [said('r', { id: null, content: '', status: 'streaming' })],
  replaced: { r: { messages: [greeting, own('m3')], later: ['x'], edited: null } },
}
const editing = { key: 'm3', text: 'Good day.' }
const scene: ConversationState['scene'] = {
  turnOrder: 'round',
  participants: ['ines', 'bo'].map((characterId) => {
    return { characterId, name: characterId, avatar: '', category: 'Mystery', available: true, present: true }
  }),
}
const refusal = (status: number, code = '', more: object = {}) =>
  new HttpError(status, JSON.stringify({ error: 'Refused.', code, ...more }))

const saved = (text: string, pendingId: string | null = null) => ({ type: 'saveDraft', text, pendingId }) as const
const reads = (source: object) => ({ type: 'read', source }) as const
const notify = { type: 'notifyTabs' } as const
const refresh = { type: 'refresh' } as const
const ended = (changes: Partial<ConversationMessage>, more: object = {}): ConversationEvent => {
  return { type: 'ended', replyKey: 'r', end: { changes, isRefunded: false, isHeldBack: false, ...more }, stamp }
}
const refused = (error: unknown, more: object = {}): ConversationEvent => {
  return { type: 'refused', replyKey: 'r', error, ...more }
}

interface Row {
  name: string
  state: ConversationState
  event: ConversationEvent
  /** `role status: content` of each message after the event. */
  transcript?: string[]
  expected?: object
  effects?: object[]
}

/** A table of what follows from an event in a state. */
function table(title: string, rows: Row[]) {
  describe(title, () => {
    it.each(rows)('$name', ({ state, event, transcript, expected = {}, effects = [] }) => {
      const [next, follow] = reduce(state, event)
      expect(next).toMatchObject(expected)
      expect(follow as readonly Effect[]).toMatchObject(effects)
      const shown = next.messages.map(({ role, status, content }) => `${role} ${status}: ${content}`)
      if (transcript) expect(shown).toEqual(['character complete: m1.', ...transcript])
    })
  })
}

const sent = (text: string): ConversationEvent => ({ type: 'sent', text, stamp })

table('sending', [
  {
    name: 'shows the message at once, and stores its text as sent',
    state: open,
    event: sent('Hi'),
    transcript: ['user sending: Hi', 'character streaming: '],
    expected: { turn: 'waiting', draft: '', liveReply: { key: 'r', text: '' }, sends: { r: send } },
    effects: [
      saved('Hi', 's'),
      reads({
        begin: {
          url: '/api/chat',
          body: {
            ...{ conversationId: 'c1', message: 'Hi', leafId: 'm1', clientMessageId: 's' },
            conversationHistory: [{ role: 'assistant', content: 'm1.' }],
          },
        },
      }),
    ],
  },
  {
    name: 'nothing lets the character continue',
    state: open,
    event: sent(''),
    transcript: ['character streaming: '],
    effects: [saved(''), reads({ begin: { body: { message: '' } } })],
  },
  {
    name: 'after going back is another version of what followed',
    state: { ...open, later: ['m9'] },
    event: sent('Hi'),
    expected: { later: [], messages: [{}, { siblings: ['m9'] }, { siblings: [] }] },
    effects: [{}, {}],
  },
  {
    name: 'the text of a send whose answer was lost repeats that send',
    state: { ...open, pendingSend: { text: 'Hi', clientMessageId: 'first' } },
    event: sent('Hi'),
    expected: { pendingSend: null },
    effects: [saved('Hi', 'first'), reads({ begin: { body: { clientMessageId: 'first' } } })],
  },
  {
    name: 'removes a reply that failed without text, and keeps what was not sent',
    state: {
      ...open,
      messages: [greeting, said('f', { content: '', status: 'failed' }), own('n', { status: 'unsent' })],
    },
    event: sent('Hi'),
    transcript: ['user unsent: n.', 'user sending: Hi', 'character streaming: '],
    effects: [{}, {}],
  },
  { name: 'is ignored during a reply', state: replying, event: sent('Hi'), expected: replying },
  { name: 'is ignored before the conversation exists', state: { ...open, phase: 'creating' }, event: sent('Hi') },
  {
    name: 'in a scene is answered by the one whose turn it is',
    state: { ...open, scene },
    event: sent('Hi'),
    expected: { messages: [{}, { audience: ['ines', 'bo'] }, { speakerId: 'bo' }] },
    effects: [{}, {}],
  },
  {
    name: 'in a scene is answered by the one who was picked',
    state: { ...open, scene, pickedSpeakerId: 'ines' },
    event: sent('Hi'),
    expected: { messages: [{}, {}, { speakerId: 'ines' }] },
    effects: [{}, reads({ begin: { body: { speakerId: 'ines' } } })],
  },
  {
    name: 'a whisper is heard by one alone, and leaves the command in the composer',
    state: { ...open, scene, draft: '/whisper bo Psst' },
    event: { ...sent('/whisper bo Psst'), whisper: { characterId: 'bo', message: 'Psst' } } as ConversationEvent,
    transcript: ['user sending: Psst', 'character streaming: '],
    expected: { draft: '/whisper bo Psst', messages: [{}, { audience: ['bo'], whisper: true }, { speakerId: 'bo' }] },
    effects: [saved('/whisper bo Psst', 's'), reads({ begin: { body: { message: 'Psst', whisper: true } } })],
  },
])

const begun = (turn: object): ConversationEvent => ({
  type: 'begun',
  replyKey: 'r',
  turn: { conversationId: 'c1', userMessageId: 'u1', messageId: 'm2', ...turn },
})

table('the beginning of a turn', [
  {
    name: 'links its messages, and deletes the stored draft',
    state: { ...sending, pickedSpeakerId: 'bo' },
    event: begun({ messagesLeft: 4, speakerId: 'bo' }),
    expected: {
      messages: [{}, { id: 'u1', parentId: 'm1', status: 'complete' }, { id: 'm2', parentId: 'u1', speakerId: 'bo' }],
      ...{ sends: {}, pickedSpeakerId: null, messagesLeft: 4 },
    },
    effects: [saved(''), notify],
  },
  {
    name: 'without the ids of its messages (a server that does not stream) still ends the send',
    state: sending,
    event: begun({ userMessageId: null, messageId: '' }),
    expected: { messages: [{}, { id: null, status: 'complete' }, { id: null }], sends: {} },
    effects: [saved(''), notify],
  },
  {
    name: 'makes a version the newest of its siblings',
    state: regenerating,
    event: begun({ userMessageId: null }),
    expected: { messages: [{ id: 'm2', siblings: ['r', 'm2'] }], replaced: {}, messagesLeft: null },
    effects: [notify],
  },
])

table('the text of a reply', [
  {
    name: 'is shown apart from the messages',
    state: { ...replying, isModelLoading: true },
    event: { type: 'text', replyKey: 'r', text: 'Good' },
    expected: {
      turn: 'replying',
      liveReply: { key: 'r', text: 'Good' },
      isModelLoading: false,
      messages: replying.messages,
    },
  },
  {
    name: 'of an earlier reply is ignored',
    state: replying,
    event: { type: 'text', replyKey: 'before', text: 'Good' },
    expected: { turn: 'waiting', liveReply: { text: '' } },
  },
])

table('the end of a reply', [
  {
    name: 'shows it whole',
    state: replying,
    event: ended({ content: 'Good.', status: 'complete' }),
    transcript: ['user complete: s.', 'character complete: Good.'],
    expected: { turn: 'idle', liveReply: null, connection: 'connected' },
    effects: [notify],
  },
  {
    name: 'that failed keeps its text, says why, and counts what was refunded',
    state: { ...replying, messagesLeft: 7 },
    event: ended({ content: 'Go', status: 'failed', error: 'Busy.' }, { isRefunded: true }),
    transcript: ['user complete: s.', 'character failed: Go'],
    expected: { messagesLeft: 8 },
    effects: [notify],
  },
  {
    name: 'before its first word removes it: an earlier version may take its place',
    state: replying,
    event: ended({ content: '', status: 'interrupted' }),
    transcript: ['user complete: s.'],
    effects: [notify, refresh],
  },
  {
    name: 'that was held back may have removed the message too',
    state: replying,
    event: ended({ status: 'redacted' }, { isHeldBack: true }),
    effects: [notify, refresh],
  },
  {
    name: 'reads again an earlier reply that the classifier had not checked',
    state: { ...replying, messages: [said('m1', { unchecked: true }), ...replying.messages.slice(1)] },
    event: ended({ status: 'complete' }),
    effects: [notify, refresh],
  },
  {
    name: 'is followed by the reply of another character',
    state: { ...replying, scene },
    event: ended({ status: 'complete' }, { next: { messageId: 'm3', speakerId: 'bo', messagesLeft: 7 } }),
    expected: {
      turn: 'waiting',
      messagesLeft: 7,
      messages: [{}, {}, {}, { id: 'm3', parentId: 'm2', speakerId: 'bo' }],
    },
    effects: [notify, reads({ join: { conversationId: 'c1', messageId: 'm3', have: 0 } })],
  },
  {
    name: 'asks who is next if it does not say so',
    state: { ...replying, scene },
    event: ended({ status: 'complete' }),
    effects: [notify, refresh],
  },
  { name: 'leaves it to the user', state: { ...replying, scene }, event: ended({}, { next: null }), effects: [notify] },
  {
    name: 'is read from the server when the stream is lost',
    state: replying,
    event: { type: 'lost', replyKey: 'r', text: 'Go' },
    transcript: ['user complete: s.', 'character interrupted: Go'],
    effects: [notify, { type: 'showStored' }],
  },
])

const story: ConversationState = { ...open, messages: [own('m1'), said('m2'), own('m3')] }
const cut = said('m2', { status: 'interrupted', finish: 'length' })

table('versions', [
  {
    name: 'of a reply take its place, and what followed is another branch',
    state: story,
    event: { type: 'regenerated', replyKey: 'm2', options: { hint: 'Shorter' }, stamp },
    expected: { messages: [{ id: 'm1' }, { key: 'm2', id: null, content: '', status: 'streaming', siblings: ['m2'] }] },
    effects: [reads({ begin: { url: '/api/conversations/c1/replies', body: { messageId: 'm2', hint: 'Shorter' } } })],
  },
  {
    name: 'replace a reply that failed without text',
    state: { ...story, messages: [own('m1'), said('m2', { content: '', status: 'failed' })] },
    event: { type: 'retried', replyKey: 'm2', stamp },
    expected: { messages: [{}, { siblings: [] }] },
    effects: [reads({ begin: { body: { messageId: 'm2', clientMessageId: 's' } } })],
  },
  {
    name: 'of the user’s message are sent in its place',
    state: { ...story, editing },
    event: { type: 'editSent', messageKey: 'm3', text: 'Good day.', stamp },
    expected: { editing: null, messages: [{}, {}, { key: 'm3', id: null, content: 'Good day.' }, { key: 'r' }] },
    effects: [reads({ begin: { url: '/api/conversations/c1/messages/m3/edit', body: { content: 'Good day.' } } })],
  },
  {
    name: 'that are refused give way to what was there, with the reason',
    state: { ...regenerating, replaced: { r: { messages: story.messages, later: ['x'], edited: editing } } },
    event: refused(refusal(422, 'held_back')),
    expected: { ...{ messages: story.messages, later: ['x'], editing, turn: 'idle' }, liveReply: null, replaced: {} },
    effects: [{ type: 'sayRefused', title: 'No new version' }],
  },
  {
    name: 'a reply that was cut is continued in the same message',
    state: { ...open, messages: [greeting, cut] },
    event: { type: 'continued', replyKey: 'm2' },
    transcript: ['character streaming: m2.'],
    expected: { turn: 'replying', liveReply: { key: 'm2', text: 'm2.' } },
    effects: [reads({ continue: { conversationId: 'c1', messageId: 'm2', have: 3 } })],
  },
  {
    name: 'it is as it was when that is refused',
    state: { ...replying, messages: [greeting, said('m2', { status: 'streaming' })] },
    event: refused(refusal(429, 'quota_exceeded', { messagesLeft: 0 }), { replyKey: 'm2', before: cut }),
    expected: { messages: [{}, { status: 'interrupted', finish: 'length', error: 'Refused.' }], messagesLeft: 0 },
    effects: [notify],
  },
])

const again = { ...sending, messages: [greeting, own('s', { id: null, status: 'unsent' }), said('r', { id: null })] }

table('a send that the server refused', [
  {
    name: 'stays in the transcript, and says why',
    state: sending,
    event: refused(refusal(422, 'held_back')),
    transcript: ['user unsent: Hi', 'character failed: '],
    expected: { turn: 'idle', messagesLeft: null, sends: { r: send }, messages: [{}, {}, { error: 'Refused.' }] },
    effects: [notify],
  },
  {
    name: 'for the daily limit leaves no messages',
    state: sending,
    event: refused(refusal(429, 'quota_exceeded', { messagesLeft: 0 })),
    expected: { messagesLeft: 0 },
    effects: [notify],
  },
  {
    name: 'is the same send when it is sent again',
    state: { ...again, turn: 'idle' },
    event: { type: 'retried', replyKey: 'r', stamp: { ...stamp, sendId: 'other' } },
    transcript: ['user sending: s.', 'character streaming: '],
    effects: [reads({ begin: { body: { clientMessageId: 's', leafId: 'm1' } } })],
  },
  {
    name: 'because another reply runs gives way to that',
    state: sending,
    event: refused(refusal(409, 'turn_in_progress')),
    expected: sending,
    effects: [{ type: 'showOther' }],
  },
  {
    name: 'stays if that cannot be loaded',
    state: sending,
    event: refused(refusal(409, 'turn_in_progress'), { isFinal: true }),
    transcript: ['user unsent: Hi', 'character failed: '],
    effects: [notify],
  },
  {
    name: 'because the conversation is deleted returns to the composer',
    state: sending,
    event: refused(refusal(404, 'conversation_deleted')),
    transcript: [],
    expected: { phase: 'deleted', turn: 'idle', draft: 'Hi', pendingSend: send },
    effects: [saved(''), saved('Hi', 's')],
  },
  {
    name: 'stays if the conversation was purged, or the character',
    state: sending,
    event: refused(refusal(404)),
    expected: { messages: [{}, { status: 'unsent' }, { status: 'failed' }] },
    effects: [notify],
  },
])

const theirs = [stored('m1'), stored('u1', { role: 'user', clientMessageId: 'theirs', content: 'Hi' })]
const mine = [stored('m1'), stored('u1', { role: 'user', clientMessageId: 's', content: 'Hi' })]
const overtaken = (messages: Message[], more: object = {}): ConversationEvent => {
  const page = pageOf(...messages)
  return { type: 'overtaken', replyKey: 'r', page, error: refusal(409, 'turn_in_progress'), hasLeft: false, ...more }
}

table('a send that another turn has overtaken', [
  {
    name: 'returns to the composer, and the other reply is read',
    state: sending,
    event: overtaken([...theirs, stored('m2', { content: 'Oh', status: 'streaming' })]),
    transcript: ['user complete: Hi', 'character streaming: Oh'],
    expected: { draft: 'Hi', pendingSend: send, turn: 'replying' },
    effects: [saved(''), saved('Hi', 's'), reads({ join: { messageId: 'm2', have: 2 } })],
  },
  {
    name: 'is found where it had arrived after all',
    state: sending,
    event: overtaken([...mine, stored('m2', { content: '', status: 'streaming' })]),
    transcript: ['user complete: Hi', 'character streaming: '],
    expected: { draft: '', pendingSend: null },
    effects: [saved(''), reads({ join: { messageId: 'm2' } })],
  },
  {
    name: 'says so where the story was changed',
    state: sending,
    event: overtaken(theirs, { error: refusal(409, 'stale_leaf') }),
    expected: { draft: 'Hi', turn: 'idle' },
    effects: [{}, {}, { type: 'sayRefused', title: 'Not sent', reason: 'Refused.' }],
  },
  {
    name: 'is only withdrawn when the user has left',
    state: sending,
    event: overtaken(theirs, { hasLeft: true }),
    transcript: [],
    expected: { draft: 'Hi' },
    effects: [saved(''), saved('Hi', 's')],
  },
])

const reloaded: ConversationState = { ...open, draft: 'Hi', pendingSend: send }
const shown = (messages: Message[], isRefresh = false): ConversationEvent => {
  return { type: 'shown', page: pageOf(...messages), isRefresh }
}

table('the newest page', [
  {
    name: 'with the greeting alone shows it typed, if it is seen for the first time',
    state: { ...open, phase: 'loading', messages: [] },
    event: shown([stored('m1')]),
    expected: { phase: 'open', typewriterKey: null, pagesShown: 1 },
    effects: [{ type: 'greet', key: 'm1', characterId: 'ines', greeting: 'm1.' }],
  },
  {
    name: 'ends a send that it has, whose text leaves the composer',
    state: reloaded,
    event: shown(mine),
    expected: { draft: '', pendingSend: null },
    effects: [saved('')],
  },
  { name: 'without the send leaves its text', state: reloaded, event: shown(theirs), expected: { draft: 'Hi' } },
  {
    name: 'leaves what was written since',
    state: { ...reloaded, draft: 'Hi again' },
    event: shown(mine),
    expected: { draft: 'Hi again', pendingSend: null },
  },
  {
    name: 'shows a message once that had failed and has arrived',
    state: { ...again, turn: 'idle' },
    event: shown([...mine, stored('m2')]),
    transcript: ['user complete: Hi', 'character complete: m2.'],
    expected: { sends: {} },
    effects: [saved('')],
  },
  {
    name: 'passes on the text of an edit whose message it does not have',
    state: { ...story, editing },
    event: shown([stored('m1')], true),
    effects: [{ type: 'sayEditHidden', text: 'Good day.' }],
  },
  {
    name: 'goes on with an edit whose message has another version',
    state: { ...story, editing: { key: 'm2', text: 'x' } },
    event: shown([stored('m1'), stored('m5', { siblings: ['m2', 'm5'] })], true),
    expected: { messages: [{}, { key: 'm2', id: 'm5' }] },
  },
  {
    name: 'after a change of the tree is shown in the other tabs',
    state: story,
    event: { type: 'treeChanged', page: pageOf(stored('m1')) },
    effects: [notify],
  },
])

table('an error of loading', [
  {
    name: 'says why the conversation did not open',
    state: { ...open, phase: 'loading' },
    event: { type: 'notLoaded', error: refusal(429) },
    expected: { phase: 'failed', problem: 'Refused.' },
  },
  {
    name: 'says that it was deleted, also later',
    state: open,
    event: { type: 'notLoaded', error: refusal(404, 'conversation_deleted'), isRefresh: true },
    expected: { phase: 'deleted' },
  },
  {
    name: 'does not close an open conversation',
    state: open,
    event: { type: 'notLoaded', error: refusal(503), isRefresh: true },
    expected: open,
  },
])
