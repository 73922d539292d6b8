import { randomUUID } from 'node:crypto'
import type { ChatResponse, MessageStatus, ReplyEvents } from '#shared/chat.ts'
import { httpRequest, readEventStream } from '#tests/support/http-client.ts'
import { nonce, type Play } from './play.ts'
import { Register } from './register.ts'
import { type ReplyLength, replyTo } from './scripted-model.ts'

/** One line sent (or, with an empty line, a request to go on), and all that is known of its fate. */
export interface Send {
  clientMessageId: string
  line: string
  /** The whole reply, as the model says it. */
  expected: string
  /** What the server has acknowledged. */
  acknowledged: 'nothing' | 'turn' | 'reply' | 'fault'
  messageId: string | null
  /** When how much of the reply had been heard. */
  heard: { at: number; length: number }[]
  /** What was read back after a crash; nothing may change it any more. */
  final: { status: MessageStatus; content: string } | null
}

/** A conversation as its player knows it. */
export interface Talk {
  /** Null until the server told. */
  id: string | null
  characterId: string
  title: Register<string>
  deleted: Register<boolean>
  sends: Send[]
  /** Set while a reply that a crash broke off still counts as running. */
  brokenAt: number | null
  /** Since when, if at all, there is something to check. */
  touched: boolean
}

export function newTalk(characterId: string): Talk {
  const title = new Register('')
  return { id: null, characterId, title, deleted: new Register(false), sends: [], brokenAt: null, touched: true }
}

const isKnown = (send: Send) => send.acknowledged === 'reply' || send.acknowledged === 'fault' || send.final !== null

/** The last send when nobody knows yet how it ended. */
export function doubtfulSend(talk: Talk): Send | null {
  const last = talk.sends.at(-1)
  return last && !isKnown(last) ? last : null
}

export interface Voice {
  cookie: string
  talk: Talk
  how: 'json' | 'stream'
}

/** Says a new line and follows the reply to its end, or to the crash. */
export async function say(play: Play, voice: Voice, length: ReplyLength | 'continue'): Promise<void> {
  const { talk } = voice
  const before = talk.sends.findLast((send) => send.line !== '')
  const key = length === 'continue' ? keyOf(before) : `${length}-${nonce(play)}`
  const send: Send = {
    clientMessageId: randomUUID(),
    line: length === 'continue' ? '' : `${key}, says the player`,
    expected: replyTo(key),
    acknowledged: 'nothing',
    messageId: null,
    heard: [],
    final: null,
  }
  if (talk.sends.length === 0) talk.title = new Register(send.line)
  talk.sends.push(send)
  talk.touched = true
  if (voice.how === 'json') await sendAsJson(play, voice, send)
  else await sendAsStream(play, voice, send)
  if (!isKnown(send)) play.tally.inDoubt += 1
}

const keyOf = (send: Send | undefined) => send?.expected.split(':')[0] ?? ''

function bodyOf(talk: Talk, send: Send) {
  const { line: message, clientMessageId } = send
  return { characterId: talk.characterId, conversationId: talk.id, message, clientMessageId }
}

async function sendAsJson(play: Play, { cookie, talk }: Voice, send: Send): Promise<void> {
  const options = { method: 'POST', cookie, body: bodyOf(talk, send) }
  const answer = await httpRequest(`${play.url}/api/chat`, options).catch((error: unknown) => {
    play.tally.expect(play.struck, 'refused', `POST /api/chat: ${error}`)
  })
  if (!answer) return
  const said = JSON.parse(answer.text) as Partial<ChatResponse>
  const { conversationId, messageId, response } = said
  if (conversationId !== undefined && messageId !== undefined) noteTurn(play, talk, send, { conversationId, messageId })
  if (answer.status !== 200) {
    const excused = answer.status >= 500 && play.struck
    play.tally.expect(excused, 'refused', `POST /api/chat: ${answer.status} ${answer.text}`)
    if (messageId !== undefined) acknowledge(play, send, 'fault')
  } else if (response === send.expected) acknowledge(play, send, 'reply')
  else play.tally.breach('false complete', `${messageId} was answered in part: ${response?.length} characters`)
}

/** Sends the line, or the same line again: the client's own id makes it one. Hangs up after `silence` milliseconds. */
export async function sendAsStream(play: Play, { cookie, talk }: Voice, send: Send, silence = 30_000): Promise<void> {
  let text = ''
  const hangUp = new AbortController()
  const timer = setTimeout(() => hangUp.abort(), silence)
  const onEvent = (event: string, data: string) => {
    timer.refresh()
    const said = JSON.parse(data) as ReplyEvents['turn'] & ReplyEvents['delta'] & ReplyEvents['done']
    if (event === 'turn') noteTurn(play, talk, send, said)
    else if (event === 'delta') {
      text += said.text
      send.heard.push({ at: performance.now(), length: text.length })
    } else if (event === 'done' && said.status === 'complete') {
      acknowledge(play, send, 'reply')
      const whole = said.response === send.expected && text === send.expected
      play.tally.expect(whole, 'false complete', `${said.messageId} ended after ${said.response.length} characters`)
    } else if (event === 'error') {
      play.tally.expect(play.struck, 'refused', `reply ${said.messageId}: ${data}`)
      acknowledge(play, send, 'fault')
    }
  }
  const options = { method: 'POST', cookie, body: bodyOf(talk, send), signal: hangUp.signal }
  const answer = await readEventStream(`${play.url}/api/chat`, options, onEvent).catch((error: unknown) => {
    play.tally.expect(play.struck, 'refused', `POST /api/chat: ${error}`)
  })
  clearTimeout(timer)
  if (answer && answer.status !== 200) {
    const excused = answer.status >= 500 && play.struck
    play.tally.expect(excused, 'refused', `POST /api/chat: ${answer.status} ${answer.text}`)
  }
}

function acknowledge(play: Play, send: Send, what: Send['acknowledged']): void {
  send.acknowledged = what
  play.tally.acknowledged += 1
}

/** The turn that answers this very send. Another one than the server had acknowledged means that that one is gone. */
function noteTurn(play: Play, talk: Talk, send: Send, told: { conversationId: string; messageId: string }): void {
  const { conversationId, messageId } = told
  const same = (talk.id ?? conversationId) === conversationId && (send.messageId ?? messageId) === messageId
  play.tally.expect(same, 'lost', `the turn ${send.messageId} is gone; sent again it became ${messageId}`)
  talk.id = conversationId
  send.messageId = messageId
  if (send.acknowledged === 'nothing') acknowledge(play, send, 'turn')
}
