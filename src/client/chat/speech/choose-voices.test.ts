import { expect, it } from 'vitest'
import { silentVoice } from '#shared/voice-terms.ts'
import { browserDefault, chooseVoices, narratorKey } from './choose-voices.ts'

const choose = (changes: Partial<Parameters<typeof chooseVoices>[0]> = {}) => {
  const base = {
    chosen: {},
    characterId: 'ines',
    author: null,
    connected: ['alloy', 'nova'],
    browser: ['Ada'],
  }
  const { speech, narration } = chooseVoices({ ...base, ...changes })
  const nameOf = (voice: typeof speech) => voice && (voice.connected ?? voice.browser ?? 'own')
  return [nameOf(speech), nameOf(narration), speech === narration]
}

it('chooses what the player wants before what the author wants, and the first connected voice last', () => {
  const author = { voice: 'nova', narratorVoice: '' }
  expect(choose()).toEqual(['alloy', 'alloy', true])
  expect(choose({ author })).toEqual(['nova', 'nova', true])
  expect(choose({ author, chosen: { ines: 'Ada' } })).toEqual(['Ada', 'Ada', true])
  expect(choose({ author, chosen: { ines: browserDefault } })).toEqual(['own', 'own', true])
  expect(choose({ connected: [] })).toEqual(['own', 'own', true])
})

it('passes over voices that are gone', () => {
  expect(choose({ author: { voice: 'onyx', narratorVoice: '' }, chosen: { ines: 'Zarvox' } })).toEqual([
    'alloy',
    'alloy',
    true,
  ])
})

it('has a voice of its own for what is told, or leaves a role out', () => {
  const author = { voice: '', narratorVoice: 'nova' }
  expect(choose({ author })).toEqual(['alloy', 'nova', false])
  expect(choose({ author, chosen: { [narratorKey]: silentVoice } })).toEqual(['alloy', null, false])
  expect(choose({ chosen: { [narratorKey]: 'alloy' } })).toEqual(['alloy', 'alloy', true])
  expect(choose({ chosen: { ines: silentVoice } })).toEqual([null, 'alloy', false])
})
