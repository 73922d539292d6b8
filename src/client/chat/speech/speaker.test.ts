import { describe, expect, it } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { type Say, Speaker } from './speaker.ts'
import { type SpokenSentence, silence } from './speech-state.ts'
import { splitSpeech } from './split-speech.ts'

const voice = { connected: null, browser: 'ada' }

function sentencesOf(text: string, address: string | null = null): SpokenSentence[] {
  const { sentences } = splitSpeech(text, { voices: { speech: voice, narration: voice } })
  return sentences.map((sentence) => ({ ...sentence, address }))
}

/** A speaker whose sentences the test ends. */
function createSpeaker() {
  const said: string[] = []
  const prepared: string[] = []
  const fallbacks: string[] = []
  let stopped = 0
  let listeners: Parameters<Say>[1] | null = null
  const sayAs =
    (name: string): Say =>
    (sentence, given) => {
      said.push(`${name}${sentence.text}`)
      listeners = given
      return () => {
        stopped += 1
        // Some browsers report the end of an utterance that was cancelled.
        given.onEnd('cancelled')
      }
    }
  const store = createStore(() => silence)
  const speaker = new Speaker(store, {
    browser: sayAs(''),
    connected: sayAs('alloy: '),
    prepare: ({ text }) => prepared.push(text),
    onFallback: (failure) => fallbacks.push(failure),
  })
  const end = (failure?: string) => listeners?.onEnd(failure)
  const sound = () => listeners?.onSound()
  return { speaker, said, prepared, fallbacks, end, sound, stopped: () => stopped, state: store.getState }
}

describe('reading aloud', () => {
  it('reads sentence by sentence, and is done after the last one', () => {
    const { speaker, said, end, sound, state } = createSpeaker()
    speaker.read('m1', sentencesOf('*She waits.* "Come in."'))
    expect(said).toEqual(['She waits.'])
    expect(state()).toEqual({ key: 'm1', isPaused: false, sentence: null })
    sound()
    expect(state().sentence).toMatchObject({ text: 'She waits.', from: 0 })
    end()
    expect(said).toEqual(['She waits.', '"Come in."'])
    end()
    expect(state()).toEqual({ key: null, isPaused: false, sentence: null })
  })

  it('begins the sentence of a pause again', () => {
    const { speaker, said, end, sound, stopped, state } = createSpeaker()
    speaker.read('m1', sentencesOf('One. Two.'))
    sound()
    speaker.pause()
    expect(stopped()).toBe(1)
    expect(state()).toEqual({ key: 'm1', isPaused: true, sentence: null })
    speaker.resume()
    end()
    expect(said).toEqual(['One.', 'One.', 'Two.'])
  })

  it('reads another message in place of the one before', () => {
    const { speaker, said, state } = createSpeaker()
    speaker.read('m1', sentencesOf('One. Two.'))
    speaker.read('m2', sentencesOf('Three.'))
    expect(said).toEqual(['One.', 'Three.'])
    expect(state().key).toBe('m2')
  })

  it('waits for the rest of a message that is still arriving', () => {
    const { speaker, said, end, state } = createSpeaker()
    speaker.begin('m1')
    speaker.add(sentencesOf('One.'))
    end()
    expect(state().key).toBe('m1')
    speaker.add(sentencesOf('Two.'))
    speaker.finish()
    expect(said).toEqual(['One.', 'Two.'])
    end()
    expect(state().key).toBeNull()
  })

  it('reads a message after the one that is being read', () => {
    const { speaker, said, end, sound, state } = createSpeaker()
    const first = speaker.read('m1', sentencesOf('One.'))
    sound()
    const second = speaker.beginAfter('m2')
    speaker.add(sentencesOf('Two.'))
    expect(said).toEqual(['One.'])
    expect([speaker.isReading(first), speaker.isReading(second), state().key]).toEqual([true, true, 'm1'])
    end()
    expect(said).toEqual(['One.', 'Two.'])
    expect(state()).toEqual({ key: 'm2', isPaused: false, sentence: null })
    speaker.stop()
    expect(speaker.isReading(second)).toBe(false)
  })

  it('gives up when the voice does not work', () => {
    const { speaker, said, end, state } = createSpeaker()
    speaker.read('m1', sentencesOf('One. Two. Three. Four. Five.'))
    for (let count = 0; count < 3; count += 1) end('no voice')
    expect(said).toHaveLength(3)
    expect(state().key).toBeNull()
  })
})

describe('reading aloud with a connected voice', () => {
  it('asks for the next sentence while one is spoken, once', () => {
    const { speaker, said, prepared, end } = createSpeaker()
    speaker.begin('m1')
    speaker.add(sentencesOf('One.', '/sound'))
    expect(prepared).toEqual([])
    speaker.add(sentencesOf('Two. Three.', '/sound'))
    speaker.finish()
    expect(prepared).toEqual(['Two.'])
    end()
    expect(prepared).toEqual(['Two.', 'Three.'])
    expect(said).toEqual(['alloy: One.', 'alloy: Two.'])
  })

  it('goes on with the browser’s voice when it fails, and says so once', () => {
    const { speaker, said, fallbacks, end, stopped } = createSpeaker()
    speaker.read('m1', sentencesOf('One. Two. Three.', '/sound'))
    end()
    end('refused')
    end()
    expect(said).toEqual(['alloy: One.', 'alloy: Two.', 'Two.', 'Three.'])
    expect(fallbacks).toEqual(['refused'])
    speaker.stop()
    expect(stopped()).toBe(1)
    // The next message tries it again.
    speaker.read('m2', sentencesOf('Four.', '/sound'))
    expect(said.at(-1)).toBe('alloy: Four.')
  })

  it('says nothing more after it was stopped while a failure was on its way', () => {
    const { speaker, said, fallbacks, end } = createSpeaker()
    speaker.read('m1', sentencesOf('One.', '/sound'))
    speaker.stop()
    end('aborted')
    expect(said).toEqual(['alloy: One.'])
    expect(fallbacks).toEqual([])
  })
})
