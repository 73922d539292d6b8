import { expect, it } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { type SpeechState, type SpokenSentence, silence } from '../speech-state.ts'
import { Call, type CallDeps, type ListenerEvents } from './call.ts'

/** A call whose microphone, replies and sounds the test controls. */
async function createCall() {
  const speech = createStore<SpeechState>(() => silence)
  const sent: string[] = []
  const roundTrips: number[] = []
  const log: string[] = []
  let events: ListenerEvents | null = null
  let now = 0
  let idle = Promise.resolve()
  const listener = {
    set: ({ isPlaying }: { isPlaying?: boolean }) =>
      isPlaying !== undefined && log.push(isPlaying ? 'playing' : 'quiet'),
    press: () => events?.onVoice(),
    release: () => {},
    close: () => log.push('closed'),
  }
  const call = new Call({
    open: async (given) => {
      events = given
      return listener
    },
    store: {
      state: createStore(() => ({ messages: [] })) as unknown as CallDeps['store']['state'],
      send: (text = '') => sent.push(text),
      whenIdle: () => idle,
    },
    speech,
    controlSpeech: (action) => {
      if (speech.getState().key === null) return false
      speech.setState(action === 'stop' ? silence : { isPaused: action === 'pause', sentence: null })
      return true
    },
    now: () => now,
    onRoundTrip: (milliseconds) => roundTrips.push(milliseconds),
  })
  await call.begin()
  const sentence: SpokenSentence = {
    text: 'Good evening.',
    from: 0,
    to: 13,
    voice: { connected: null, browser: undefined },
    address: null,
  }
  return {
    call,
    sent,
    roundTrips,
    log,
    speech,
    speak: () => events?.onVoice(),
    say: (text: string | Promise<string>, at = now) => events?.onSpoken(Promise.resolve(text), at),
    fail: (problem: string) => events?.onProblem(problem),
    sound: () => speech.setState({ key: 'm1', sentence }),
    setTime: (next: number) => {
      now = next
    },
    /** A reply arrives until the returned function is called. */
    beginReply: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      idle = promise
      return resolve
    },
  }
}
const settle = () => new Promise((resolve) => setImmediate(resolve))

it('sends what was said, and measures the time to the first sound of the reply once', async () => {
  const { call, sent, roundTrips, speak, say, sound, setTime } = await createCall()
  speak()
  expect(call.state.getState().isHearing).toBe(true)
  setTime(1_000)
  say('Good evening', 400)
  await settle()
  expect(sent).toEqual(['Good evening'])
  setTime(2_100)
  sound()
  sound()
  expect(roundTrips).toEqual([1_700])
  expect(call.state.getState()).toMatchObject({ isHearing: false, heard: 'Good evening', roundTrip: 1_700 })
})

it('stops what is read when the player speaks, and sends the words when the reply has ended', async () => {
  const { sent, speech, speak, say, sound, log, beginReply } = await createCall()
  const endReply = beginReply()
  sound()
  speak()
  expect(speech.getState().isPaused).toBe(true)
  expect(log).toEqual(['playing', 'quiet'])
  say('Wait')
  await settle()
  expect(speech.getState().key).toBeNull()
  expect(sent).toEqual([])
  endReply()
  await settle()
  expect(sent).toEqual(['Wait'])
})

it('sends nothing where no words were understood, and says what went wrong', async () => {
  const { call, sent, say, fail, log } = await createCall()
  say('')
  say(Promise.reject(new Error('No service answers.')))
  await settle()
  expect(sent).toEqual([])
  expect(call.state.getState()).toMatchObject({ status: 'open', isSending: false, problem: 'No service answers.' })
  fail('The microphone was switched off.')
  expect(call.state.getState()).toMatchObject({ status: 'ended', problem: 'The microphone was switched off.' })
  expect(log).toEqual(['closed'])
})

it('goes on reading after noise without words, and does not begin to read while the player speaks', async () => {
  const { call, speech, speak, say, sound } = await createCall()
  sound()
  speak()
  say('')
  await settle()
  expect(speech.getState()).toMatchObject({ key: 'm1', isPaused: false })
  speak()
  speech.setState(silence)
  speech.setState({ key: 'm2' })
  expect(speech.getState().isPaused).toBe(true)
  call.set({ isMuted: true })
  expect(speech.getState().isPaused).toBe(false)
})

it('can be spoken to again after the button was let go without a word', async () => {
  const { call } = await createCall()
  call.press()
  expect(call.state.getState().isHearing).toBe(true)
  call.release()
  expect(call.state.getState().isHearing).toBe(false)
})

it('sends nothing after it was hung up', async () => {
  const { call, sent, say, log } = await createCall()
  say('Good night')
  call.close()
  await settle()
  expect(sent).toEqual([])
  expect(log).toEqual(['closed'])
})
