import type { ConversationPage, Message } from '#shared/chat.ts'
import { type Play, read } from './play.ts'
import type { Send, Talk } from './talk.ts'

/** Text heard longer ago than this before the blow must be on disk: it goes there once a second. */
const flushedWithin = 2_000

/** Holds a conversation, line by line, against what its player was told. */
export async function checkTalk(play: Play, cookie: string, talk: Talk): Promise<void> {
  talk.touched = false
  if (talk.id === null || talk.deleted.value) return
  const page = await readWhole(play, cookie, talk.id)
  if (!page) return
  const { title, messageCount } = page.conversation
  play.tally.expect(talk.title.agrees(title), 'lost', `the title of ${talk.id} is an older one, ${title}`)
  const { messages } = page
  play.tally.expect(messageCount === messages.length, 'half-written', `${talk.id} counts ${messageCount} messages`)
  const linked = messages.every((message, index) => message.parentId === (messages[index - 1]?.id ?? null))
  play.tally.expect(linked, 'half-written', `the messages of ${talk.id} do not follow each other`)
  checkSends(play, talk, messages)
}

async function readWhole(play: Play, cookie: string, id: string): Promise<ConversationPage | null> {
  const page = await read<ConversationPage>(play, `/api/conversations/${id}?limit=200`, cookie)
  for (let oldest = page; oldest?.hasMore; ) {
    const before = oldest.messages[0]?.id
    oldest = await read<ConversationPage>(play, `/api/conversations/${id}?limit=200&before=${before}`, cookie)
    page?.messages.unshift(...(oldest?.messages ?? []))
  }
  return page
}

/** What must stand there: the greeting, then each line with its reply. */
function checkSends(play: Play, talk: Talk, messages: Message[]): void {
  let place = 1
  for (const send of talk.sends) {
    if (send.line !== '') {
      const line = messages[place]
      place += 1
      if (line?.role !== 'user' || line.content !== send.line) {
        const copies = messages.filter((message) => message.content === send.line).length
        play.tally.breach(copies > 1 ? 'duplicate' : 'lost', `${talk.id}: "${send.line}" is not in its place`)
        return
      }
    }
    const reply = messages[place]
    // A bubble that only said "failed" makes way for the next line.
    if (reply?.role !== 'character' && send !== talk.sends.at(-1) && isEmptyFailure(send)) continue
    place += 1
    if (reply?.role !== 'character') {
      play.tally.breach('half-written', `${talk.id}: "${send.line}" has no reply beside it`)
      return
    }
    checkReply(play, talk, send, reply)
  }
  const surplus = messages.length - place
  play.tally.expect(surplus <= 0, 'duplicate', `${talk.id} has ${surplus} messages that nobody sent`)
}

const isEmptyFailure = (send: Send) => send.final?.status === 'failed' && send.final.content === ''

function checkReply(play: Play, talk: Talk, send: Send, reply: Message): void {
  const { status, content } = reply
  if (status === 'streaming') {
    checkRunning(play, talk, reply)
    return
  }
  const struckAt = talk.brokenAt ?? play.struckAt
  if (send.final === null && talk.brokenAt !== null) {
    play.tally.slowestFreed = Math.max(play.tally.slowestFreed, performance.now() - talk.brokenAt)
    talk.brokenAt = null
  }
  if (status === 'complete') {
    play.tally.expect(content === send.expected, 'false complete', `${reply.id} is complete at "${content.slice(-40)}"`)
  } else {
    play.tally.expect(send.acknowledged !== 'reply', 'lost', `${reply.id} was complete and is ${status}`)
    checkBrokenOff(play, send, reply, struckAt)
  }
  const before = send.final
  const changed = before !== null && (before.status !== status || before.content !== content)
  play.tally.expect(
    !changed,
    'lost',
    `${reply.id} was ${before?.status} before and is ${status}, or says something else`,
  )
  send.final = { status, content }
}

function checkBrokenOff(play: Play, send: Send, { id, content, status }: Message, struckAt: number): void {
  play.tally.expect(send.expected.startsWith(content), 'half-written', `${id} says "${content.slice(0, 80)}"`)
  if (send.final !== null) return
  if (status === 'interrupted') play.tally.interrupted += 1
  const heard = send.heard.findLast(({ at }) => at < struckAt - flushedWithin)?.length ?? 0
  play.tally.expect(
    content.length >= heard,
    'stale partial',
    `${id} keeps ${content.length} characters of ${heard} heard`,
  )
}

/** A reply whose writer died counts as running for a while, where another instance might be that writer. */
function checkRunning(play: Play, talk: Talk, reply: Message): void {
  talk.brokenAt ??= play.struckAt
  const since = performance.now() - talk.brokenAt
  play.tally.expect(
    since <= play.freedWithin,
    'stuck',
    `${reply.id} still counts as running after ${since.toFixed(0)} ms`,
  )
}
