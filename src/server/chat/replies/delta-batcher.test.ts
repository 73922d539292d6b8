import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DeltaBatcher } from './delta-batcher.ts'
import type { ReplyEnd } from './live-reply.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const done: ReplyEnd = {
  event: 'done',
  data: { response: '', finish: 'stop', usage: null, conversationId: 'c', messageId: 'm', status: 'complete' },
}

function listen() {
  const heard: string[] = []
  const reader = new DeltaBatcher({
    onText: (text, at) => heard.push(`${text}@${at}`),
    onReplace: (text) => heard.push(`=${text}`),
    onLoading: () => heard.push('loading'),
    onEnd: ({ event }) => heard.push(event),
  })
  return { heard, reader }
}

it('passes the first piece on at once, and what follows together', () => {
  const { heard, reader } = listen()
  reader.onText('The', 3)
  expect(heard).toEqual(['The@3'])
  reader.onText(' lamp', 8)
  reader.onText(' leans', 14)
  expect(heard).toEqual(['The@3'])
  vi.advanceTimersByTime(50)
  expect(heard).toEqual(['The@3', ' lamp leans@14'])
  reader.onText('.', 15)
  expect(heard).toHaveLength(2)
  vi.advanceTimersByTime(50)
  expect(heard[2]).toBe('.@15')
})

it('after a pause passes the next piece on at once', () => {
  const { heard, reader } = listen()
  reader.onText('One', 3)
  vi.advanceTimersByTime(200)
  reader.onText(' two', 7)
  expect(heard).toEqual(['One@3', ' two@7'])
  reader.onText(' three', 13)
  expect(heard).toHaveLength(2)
})

it('says what is left before the end, and nothing after', () => {
  const { heard, reader } = listen()
  reader.onText('One', 3)
  reader.onText(' two', 7)
  reader.onEnd(done)
  expect(heard).toEqual(['One@3', ' two@7', 'done'])
  vi.advanceTimersByTime(1_000)
  expect(heard).toHaveLength(3)
})

it('drops what it holds when the text is replaced', () => {
  const { heard, reader } = listen()
  reader.onLoading()
  reader.onText('First, the user', 15)
  reader.onText(' wants', 21)
  reader.onReplace('Hello')
  reader.onText('.', 6)
  vi.advanceTimersByTime(50)
  expect(heard).toEqual(['loading', 'First, the user@15', '=Hello', '.@6'])
})

it('holds no timer after stop', () => {
  const { heard, reader } = listen()
  reader.onText('One', 3)
  reader.onText(' two', 7)
  reader.stop()
  expect(vi.getTimerCount()).toBe(0)
  expect(heard).toEqual(['One@3'])
})
