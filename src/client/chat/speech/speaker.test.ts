import { describe, expect, it } from 'vitest'
import { Speaker, splitSpeech } from './speaker.ts'

const voice = { voiceUri: 'ada', rate: 1 }

/** A speaker whose sentences the test ends. */
function createSpeaker() {
  const said: string[] = []
  let stopped = 0
  let onEnd: ((isFailed: boolean) => void) | null = null
  const speaker = new Speaker({
    say: (sentence, _voice, end) => {
      said.push(sentence)
      onEnd = end
      return () => {
        stopped += 1
        // Some browsers report the end of an utterance that was cancelled.
        end(true)
      }
    },
  })
  const end = (isFailed = false) => onEnd?.(isFailed)
  return { speaker, said, end, stopped: () => stopped, state: () => speaker.state.getState() }
}

describe('reading aloud', () => {
  it('reads sentence by sentence, and is done after the last one', () => {
    const { speaker, said, end, state } = createSpeaker()
    speaker.read('m1', '*She waits.* "Come in."', voice)
    expect(said).toEqual(['She waits.'])
    end()
    expect(said).toEqual(['She waits.', '"Come in."'])
    expect(state()).toEqual({ key: 'm1', isPaused: false })
    end()
    expect(state()).toEqual({ key: null, isPaused: false })
  })

  it('begins the sentence of a pause again', () => {
    const { speaker, said, end, stopped, state } = createSpeaker()
    speaker.read('m1', 'One. Two.', voice)
    speaker.pause()
    expect(stopped()).toBe(1)
    expect(state()).toEqual({ key: 'm1', isPaused: true })
    speaker.resume()
    end()
    expect(said).toEqual(['One.', 'One.', 'Two.'])
  })

  it('reads another message in place of the one before', () => {
    const { speaker, said, state } = createSpeaker()
    speaker.read('m1', 'One. Two.', voice)
    speaker.read('m2', 'Three.', voice)
    expect(said).toEqual(['One.', 'Three.'])
    expect(state().key).toBe('m2')
  })

  it('waits for the rest of a message that is still arriving', () => {
    const { speaker, said, end, state } = createSpeaker()
    speaker.begin('m1', voice)
    speaker.add('One.')
    end()
    expect(state().key).toBe('m1')
    speaker.add('Two.')
    speaker.finish()
    expect(said).toEqual(['One.', 'Two.'])
    end()
    expect(state().key).toBeNull()
  })

  it('gives up when the voice does not work', () => {
    const { speaker, said, end, state } = createSpeaker()
    speaker.read('m1', 'One. Two. Three. Four. Five.', voice)
    for (let count = 0; count < 3; count += 1) end(true)
    expect(said).toHaveLength(3)
    expect(state().key).toBeNull()
  })

  it('says nothing of a message without words', () => {
    const { speaker, said, state } = createSpeaker()
    speaker.read('m1', '***', voice)
    expect(said).toEqual([])
    expect(state().key).toBeNull()
  })
})

it('sentences are short enough for every voice, and lose no word', () => {
  const long = `He counts the boats, ${'one after the other, '.repeat(40)}and begins again.`
  const parts = splitSpeech(`${long} ${'x'.repeat(500)}`)
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(200)
  expect(parts.join('').replaceAll(' ', '')).toBe(`${long}${'x'.repeat(500)}`.replaceAll(' ', ''))
})
