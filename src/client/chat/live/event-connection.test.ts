import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { EventConnection } from './event-connection.ts'
import type { LiveChange } from './live-changes.ts'

class FakeSource extends EventTarget {
  readyState = 1

  close(): void {
    this.readyState = 2
  }

  say(type: string, data: unknown): void {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) }))
  }

  refuse(): void {
    this.readyState = 2
    this.dispatchEvent(new Event('error'))
  }
}

let sources: FakeSource[]
let received: (LiveChange | 'refused')[]
let isVisible: boolean
let connection: EventConnection
const change = { conversationId: 'a', replyId: null, tabId: null }

beforeEach(() => {
  vi.useFakeTimers()
  sources = []
  received = []
  isVisible = true
  connection = createConnection()
  connection.start()
})
afterEach(() => {
  connection.stop()
  vi.useRealTimers()
})

function createConnection(): EventConnection {
  return new EventConnection({
    url: '/api/events',
    onChange: (next) => received.push(next),
    onRefused: () => received.push('refused'),
    isVisible: () => isVisible,
    createSource: () => {
      const source = new FakeSource()
      sources.push(source)
      return source as unknown as EventSource
    },
    firstDelay: 100,
    hiddenFor: 1_000,
    age: () => 600,
  })
}

const show = (visible: boolean) => {
  isVisible = visible
  connection.onVisibility()
}

it('connects after the page has loaded and passes changes on', () => {
  expect(sources).toHaveLength(0)
  vi.advanceTimersByTime(100)
  sources[0]?.say('connected', {})
  sources[0]?.say('changed', change)
  sources[0]?.say('changed', { nonsense: true })
  expect(received).toEqual([change])
})

it('says after another connection that changes may have been missed', () => {
  vi.advanceTimersByTime(100)
  sources[0]?.say('connected', {})
  sources[0]?.say('connected', {})
  expect(received).toEqual(['missed'])
})

it('says after the first connection that changes were missed, if there was one since the page was requested', () => {
  vi.advanceTimersByTime(100)
  sources[0]?.say('connected', { sinceChange: 601 })
  expect(received).toEqual([])
  connection.stop()
  for (const sinceChange of [599, 0]) {
    connection = createConnection()
    connection.start()
    vi.advanceTimersByTime(100)
    sources.at(-1)?.say('connected', { sinceChange })
    connection.stop()
  }
  expect(received).toEqual(['missed', 'missed'])
})

it('disconnects a tab that stays hidden, and connects again when it is shown', () => {
  vi.advanceTimersByTime(100)
  show(false)
  vi.advanceTimersByTime(900)
  show(true)
  vi.advanceTimersByTime(5_000)
  expect([sources.length, sources[0]?.readyState]).toEqual([1, 1])
  show(false)
  vi.advanceTimersByTime(1_000)
  expect(sources[0]?.readyState).toBe(2)
  show(true)
  expect(sources).toHaveLength(2)
})

it('does not connect a hidden tab', () => {
  show(false)
  vi.advanceTimersByTime(5_000)
  expect(sources).toHaveLength(0)
})

it('says that the server has refused, and connects again', () => {
  vi.advanceTimersByTime(100)
  sources[0]?.refuse()
  vi.advanceTimersByTime(60_000)
  expect([received, sources.length]).toEqual([['refused'], 2])
})
