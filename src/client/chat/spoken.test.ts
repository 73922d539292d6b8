import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainWords, Spoken } from './spoken.ts'

describe('Spoken', () => {
  it('waits for a sentence to be over', () => {
    const spoken = new Spoken()
    expect(spoken.next('*She looks')).toBe('')
    expect(spoken.next('*She looks up, sl')).toBe('')
    expect(spoken.next('*She looks up, slowly.* "We cl')).toBe('She looks up, slowly.')
    expect(spoken.next('*She looks up, slowly.* "We close at dawn." And')).toBe('"We close at dawn."')
    expect(spoken.rest('*She looks up, slowly.* "We close at dawn." And')).toBe('And')
  })

  it('knows the sentences of other scripts', () => {
    const spoken = new Spoken()
    expect(spoken.next('「もう遅い。」彼女は言った。それ')).toBe('「もう遅い。」彼女は言った。')
  })

  it('says every word exactly once, however the text arrives', () => {
    const text = fc.lorem({ mode: 'sentences', maxCount: 12 })
    fc.assert(
      fc.property(text, fc.array(fc.nat({ max: 400 })), (whole, stops) => {
        const spoken = new Spoken()
        const said = stops.sort((a, b) => a - b).map((stop) => spoken.next(whole.slice(0, stop)))
        said.push(spoken.rest(whole))
        expect(said.filter(Boolean).join(' ')).toBe(plainWords(whole))
      }),
    )
  })
})

describe('plainWords', () => {
  it('drops marks and keeps what they mark', () => {
    expect(plainWords('**Now**, *slowly*, read [the ledger](https://example.com/x).\n\n> She waits.')).toBe(
      'Now, slowly, read the ledger. She waits.',
    )
  })
})
