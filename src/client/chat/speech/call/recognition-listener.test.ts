import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ListenerEvents } from './call.ts'

/** The browser's recognition, which hears what the test says. Only one listens at a time. */
class Recognition {
  static listening: Recognition | null = null
  onresult = (_event: unknown) => {}
  onend = () => {}
  start() {
    expect(Recognition.listening).toBeNull()
    Recognition.listening = this
  }
  stop() {
    if (Recognition.listening !== this) return
    Recognition.listening = null
    this.onend()
  }
  abort() {
    this.stop()
  }
}

vi.stubGlobal('window', { SpeechRecognition: Recognition })
const { openRecognitionListener } = await import('./recognition-listener.ts')

afterAll(() => vi.unstubAllGlobals())
beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  Recognition.listening = null
})

function open() {
  const log: string[] = []
  const events: ListenerEvents = {
    onVoice: () => log.push('voice'),
    onSpoken: (text) => void text.then((words) => log.push(words)),
    onProblem: (problem) => log.push(problem),
  }
  const hear = (transcript: string) => {
    Recognition.listening?.onresult({ results: [Object.assign([{ transcript }], { isFinal: true })] })
  }
  const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
  return { listener: openRecognitionListener(events), log, hear, pass }
}
const isListening = () => Recognition.listening !== null

it('listens from the start, tells what was said after a pause, and goes on listening', async () => {
  const { log, hear, pass } = open()
  hear('good')
  await pass(1_000)
  hear('good evening')
  await pass(1_000)
  expect(log).toEqual(['voice'])
  await pass(500)
  expect(log).toEqual(['voice', 'good evening'])
  expect(isListening()).toBe(true)
})

it('does not listen while a character speaks, nor while it is muted or closed', () => {
  const { listener } = open()
  listener.set({ isPlaying: true })
  expect(isListening()).toBe(false)
  listener.set({ isPlaying: false })
  expect(isListening()).toBe(true)
  listener.set({ isMuted: true })
  expect(isListening()).toBe(false)
  listener.set({ isMuted: false })
  listener.close()
  expect(isListening()).toBe(false)
})

it('listens while the button is held, also over a character, and tells what was said when it is let go', async () => {
  const { listener, log, hear, pass } = open()
  listener.set({ isHandsFree: false })
  expect(isListening()).toBe(false)
  listener.set({ isPlaying: true })
  listener.press()
  hear('wait')
  await pass(5_000)
  expect(log).toEqual(['voice'])
  listener.release()
  await pass(0)
  expect(log).toEqual(['voice', 'wait'])
  expect(isListening()).toBe(false)
  listener.press()
  listener.release()
  await pass(0)
  expect(log).toEqual(['voice', 'wait', 'voice', ''])
})
