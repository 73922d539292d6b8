import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DeltaBatcher } from './delta-batcher.ts'
import type { ReplyEnd } from './live-reply.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const done: ReplyEnd = {
  event: 'done',
  data: {
    response: '',
    finish: 'stop',
    usage: null,
    unchecked: false,
    conversationId: 'c',
    messageId: 'm',
    status: 'complete',
  },
}

function listen() {
  const received: string[] = []
  const reader = new DeltaBatcher({
    onText: (text, at) => received.push(`${text}@${at}`),
    onReplace: (text) => received.push(`=${text}`),
    onLoading: () => received.push('loading'),
    onEnd: ({ event }) => received.push(event),
  })
  return { received, reader }
}

it('passes on what is left before the end, and nothing after it', () => {
  const { received, reader } = listen()
  reader.onText('One', 3)
  reader.onText(' two', 7)
  reader.onEnd(done)
  expect(received).toEqual(['One@3', ' two@7', 'done'])
  vi.advanceTimersByTime(1_000)
  expect(received).toHaveLength(3)
})

it('drops the text that waits when the text is replaced', () => {
  const { received, reader } = listen()
  reader.onLoading()
  reader.onText('First, the user', 15)
  reader.onText(' wants', 21)
  reader.onReplace('Hello')
  reader.onText('.', 6)
  vi.advanceTimersByTime(50)
  expect(received).toEqual(['loading', 'First, the user@15', '=Hello', '.@6'])
})
