import type { ConversationPage, Message } from '#shared/chat.ts'
import { read } from './requests.ts'
import type { RunContext } from './run-context.ts'
import type { TrackedConversation, TrackedSend } from './tracked-conversation.ts'

/** Partial replies are saved once a second, so text received this long before a failure must have been saved. */
const maxUnsavedMs = 2_000

/** Compares a conversation, message by message, with what its user sent and received. */
export async function verifyConversation(
  run: RunContext,
  cookie: string,
  conversation: TrackedConversation,
): Promise<void> {
  conversation.needsCheck = false
  const { id, title, deleted } = conversation
  if (id === null || deleted.value) return
  const page = await readAllPages(run, cookie, id)
  if (!page) return
  const { messages } = page
  const stored = page.conversation
  run.results.check(title.confirm(stored.title), 'lost', `${id} has the outdated title ${stored.title}`)
  const isCounted = stored.messageCount === messages.length
  run.results.check(isCounted, 'partial write', `${id} counts ${stored.messageCount} of ${messages.length} messages`)
  const isLinked = messages.every((message, index) => message.parentId === (messages[index - 1]?.id ?? null))
  run.results.check(isLinked, 'partial write', `the messages of ${id} are not a chain of parents`)
  verifySends(run, conversation, messages)
}

async function readAllPages(run: RunContext, cookie: string, id: string): Promise<ConversationPage | null> {
  const page = await read<ConversationPage>(run, `/api/conversations/${id}?limit=200`, cookie)
  for (let oldest = page; oldest?.hasMore; ) {
    const before = oldest.messages[0]?.id
    oldest = await read<ConversationPage>(run, `/api/conversations/${id}?limit=200&before=${before}`, cookie)
    page?.messages.unshift(...(oldest?.messages ?? []))
  }
  return page
}

/** Expects the greeting, then each message sent, each followed by its reply. */
function verifySends(run: RunContext, conversation: TrackedConversation, messages: Message[]): void {
  const { id, sends } = conversation
  let index = 1
  for (const send of sends) {
    if (send.message !== '') {
      const message = messages[index]
      index += 1
      if (message?.role !== 'user' || message.content !== send.message) {
        const copies = messages.filter(({ content }) => content === send.message).length
        run.results.addViolation(copies > 1 ? 'duplicate' : 'lost', `${id}: "${send.message}" is not in its place`)
        return
      }
    }
    const reply = messages[index]
    if (reply?.id !== send.messageId && send !== sends.at(-1) && isReplaced(send)) continue
    index += 1
    if (reply?.role !== 'character') {
      run.results.addViolation('partial write', `${id}: "${send.message}" has no reply`)
      return
    }
    verifyReply(run, conversation, send, reply)
  }
  const surplus = messages.length - index
  run.results.check(surplus <= 0, 'duplicate', `${id} has ${surplus} messages that were not sent`)
}

/** A reply that ended without text is hidden when the next message is sent, or when the character continues. */
function isReplaced({ messageId, received, final }: TrackedSend): boolean {
  const hasText = final === null ? received.length > 0 : final.content !== ''
  return messageId !== null && !hasText
}

function verifyReply(run: RunContext, conversation: TrackedConversation, send: TrackedSend, reply: Message): void {
  const { id, status, content } = reply
  if (status === 'streaming') {
    verifyStreaming(run, conversation, id)
    return
  }
  const failedAt = conversation.orphanedAt ?? run.failedAt
  if (send.final === null) conversation.orphanedAt = null
  if (status === 'complete') {
    run.results.check(content === send.expectedReply, 'false complete', `${id} is complete at "${content.slice(-40)}"`)
  } else {
    run.results.check(send.acknowledged !== 'reply', 'lost', `${id} was complete and is ${status}`)
    verifyPartialReply(run, send, reply, failedAt)
  }
  const previous = send.final
  const isUnchanged = previous === null || (previous.status === status && previous.content === content)
  run.results.check(isUnchanged, 'lost', `${id} was ${previous?.status} and is ${status}, or its content has changed`)
  send.final = { status, content }
  send.messageId ??= id
}

function verifyPartialReply(
  run: RunContext,
  send: TrackedSend,
  { id, content, status }: Message,
  failedAt: number,
): void {
  const isPrefix = send.expectedReply.startsWith(content)
  run.results.check(isPrefix, 'partial write', `${id} contains "${content.slice(0, 80)}"`)
  if (send.final !== null) return
  if (status === 'interrupted') run.results.interrupted += 1
  const received = send.received.findLast(({ at }) => at < failedAt - maxUnsavedMs)?.length ?? 0
  const isRecent = content.length >= received
  run.results.check(isRecent, 'stale partial reply', `${id} has ${content.length} of ${received} received characters`)
}

/** With several instances, an unfinished reply keeps the status `streaming` until its instance is known to be dead. */
function verifyStreaming(run: RunContext, conversation: TrackedConversation, id: string): void {
  conversation.orphanedAt ??= run.failedAt
  const elapsed = performance.now() - conversation.orphanedAt
  run.results.check(elapsed <= run.recoveryWindow, 'stuck', `${id} is still streaming after ${elapsed.toFixed(0)} ms`)
}
