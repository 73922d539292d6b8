import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { LiveChange } from './live-changes.ts'
import { subscribeToEvents } from './subscribe-to-events.ts'

class FakeSource extends EventTarget {
  static CLOSED = 2
  readyState = 1

  constructor() {
    super()
    sources.push(this)
  }

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
let page: EventTarget & { hidden: boolean }
let stop: () => void
const change = { conversationId: 'a', replyId: null, tabId: null }

beforeEach(() => {
  vi.useFakeTimers()
  sources = []
  received = []
  page = Object.assign(new EventTarget(), { hidden: false })
  vi.stubGlobal('document', page)
  vi.stubGlobal('EventSource', FakeSource)
  stop = subscribeToEvents({
    onChange: (next) => received.push(next),
    onRefused: () => received.push('refused'),
  })
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const show = (isVisible: boolean) => {
  page.hidden = !isVisible
  page.dispatchEvent(new Event('visibilitychange'))
}

it('connects after the page has loaded and passes changes on', () => {
  expect(sources).toHaveLength(0)
  vi.advanceTimersByTime(500)
  sources[0]?.say('connected', {})
  sources[0]?.say('changed', change)
  sources[0]?.say('changed', { nonsense: true })
  expect(received).toEqual([change])
})

it('says after another connection that changes may have been missed', () => {
  vi.advanceTimersByTime(500)
  sources[0]?.say('connected', {})
  sources[0]?.say('connected', {})
  expect(received).toEqual(['missed'])
})

it('disconnects a tab that stays hidden, and connects again when it is shown', () => {
  vi.advanceTimersByTime(500)
  show(false)
  vi.advanceTimersByTime(59_000)
  show(true)
  vi.advanceTimersByTime(300_000)
  expect([sources.length, sources[0]?.readyState]).toEqual([1, 1])
  show(false)
  vi.advanceTimersByTime(60_000)
  expect(sources[0]?.readyState).toBe(2)
  show(true)
  expect(sources).toHaveLength(2)
})

it('does not connect a hidden tab, and says when it is shown that changes may have been missed', () => {
  show(false)
  vi.advanceTimersByTime(6_000)
  expect(sources).toHaveLength(0)
  show(true)
  sources[0]?.say('connected', {})
  expect(received).toEqual(['missed'])
})

it('says that the server has refused, and connects again', () => {
  vi.advanceTimersByTime(500)
  sources[0]?.refuse()
  vi.advanceTimersByTime(60_000)
  expect([received, sources.length]).toEqual([['refused'], 2])
})
