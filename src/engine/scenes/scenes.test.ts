import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isBlank } from '../is-blank.ts'
import { chooseSpeakers, maxReplies, type SpeakerChoice } from './choose-speakers.ts'
import { findAddressed } from './find-addressed.ts'
import { type SceneMessage, sceneHistory } from './scene-history.ts'

const people = [
  { id: 'ada', name: 'Ada Quill' },
  { id: 'adele', name: 'Adèle' },
  { id: 'captain', name: 'Captain Ilse Marrow', nickname: 'Ilse' },
  { id: 'mate', name: 'Captain Bo' },
  { id: 'hanako', name: '山田 花子' },
  { id: 'jimin', name: '김 지민' },
  { id: 'irina', name: 'Ирина' },
  { id: 'noor', name: 'نور' },
]

describe('whom a message names', () => {
  test.each([
    ['Ada, come here.', ['ada']],
    ['ADELE! And you, Ada.', ['adele', 'ada']],
    ['Adamant as ever, said the cadaver.', []],
    ['Is that Ada’s lamp, or Ilse’s?', ['ada', 'captain']],
    ['*looks at Captain Ilse Marrow*', ['captain']],
    ['Captain?', []],
    ['Captain Bo?', ['mate']],
    ['花子さん、こんにちは', ['hanako']],
    ['지민아, 어디 가?', ['jimin']],
    ['지민주는 누구야?', []],
    ['ирина, ты здесь?', ['irina']],
    ['Привет, Иринаида.', []],
    ['يا نُور، تعالي', ['noor']],
    ['Nobody in particular.', []],
  ])('%s', (message, ids) => {
    expect(findAddressed(message, people)).toEqual(ids)
  })

  test('a whole name takes precedence over a part of another one', () => {
    const two = [
      { id: 'short', name: 'Ada' },
      { id: 'long', name: 'Ada Quill' },
    ]
    expect(findAddressed('Ada?', two)).toEqual(['short'])
    expect(findAddressed('Ada Quill?', two)).toEqual(['long'])
  })

  test('any text and any names are read without an error, and only known ids are found', () => {
    const names = fc.array(fc.string({ unit: 'grapheme', maxLength: 12 }), { maxLength: 8 })
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), names, (text, all) => {
        const addressees = all.map((name, at) => ({ id: String(at), name }))
        const found = findAddressed(`${text} ${all.join(' ')}`, addressees)
        expect(new Set(found).size).toBe(found.length)
        for (const id of found) expect(addressees.some((one) => one.id === id)).toBe(true)
      }),
      { numRuns: 250 },
    )
  })
})

describe('who speaks', () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
  const choice = (changes: Partial<SpeakerChoice>): SpeakerChoice => ({
    order: 'round',
    present: ids.slice(0, 3),
    lastSpeaker: null,
    addressed: [],
    picked: null,
    hasMessage: true,
    ...changes,
  })

  test.each<[string, Partial<SpeakerChoice>, string[]]>([
    ['by round: everybody once', {}, ['a', 'b', 'c']],
    ['by round: beginning after the last speaker', { lastSpeaker: 'b' }, ['c', 'a', 'b']],
    ['by round: from the first when the last speaker has left', { lastSpeaker: 'z' }, ['a', 'b', 'c']],
    ['without a message: the next one', { lastSpeaker: 'b', hasMessage: false }, ['c']],
    ['by hand: who is picked', { order: 'manual', picked: 'b' }, ['b']],
    ['by hand: the next one without a choice', { order: 'manual', lastSpeaker: 'c' }, ['a']],
    ['the picked character, in any order', { picked: 'c' }, ['c']],
    ['nobody when the picked one is not there', { picked: 'h' }, []],
    ['who is addressed', { order: 'addressed', addressed: ['c', 'a'] }, ['c', 'a']],
    ['by round when nobody is addressed', { order: 'addressed', lastSpeaker: 'a' }, ['b', 'c', 'a']],
    [
      'by round when only somebody who has left is addressed',
      { order: 'addressed', addressed: ['h'] },
      ['a', 'b', 'c'],
    ],
    ['no address counts by round', { addressed: ['c'] }, ['a', 'b', 'c']],
    ['nobody in an empty scene', { present: [] }, []],
  ])('%s', (_, changes, expected) => {
    expect(chooseSpeakers(choice(changes))).toEqual(expected)
  })

  test('by round, everybody speaks equally often, and no message leads to more replies than the maximum', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 30 }), (size, sends) => {
        const counts = new Map(ids.slice(0, size).map((id) => [id, 0]))
        let lastSpeaker: string | null = null
        for (let sent = 0; sent < sends; sent += 1) {
          const speaking: string[] = chooseSpeakers(choice({ present: ids.slice(0, size), lastSpeaker }))
          expect(speaking).toHaveLength(Math.min(size, maxReplies))
          for (const id of speaking) counts.set(id, (counts.get(id) ?? 0) + 1)
          lastSpeaker = speaking.at(-1) ?? null
        }
        expect(Math.max(...counts.values()) - Math.min(...counts.values())).toBeLessThanOrEqual(1)
      }),
    )
  })
})

test('messages for which a character was not present are not in its history, nor are the names in them', () => {
  const ids = ['ada', 'ines', 'bo', 'kim']
  const message = fc.record({
    speaker: fc.constantFrom(null, ...ids),
    present: fc.subarray(ids),
    isBlank: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(message, { maxLength: 30 }), fc.constantFrom(...ids), (all, characterId) => {
      const messages = all.map(({ speaker, present, isBlank }, at): SceneMessage => {
        const audience = speaker && !present.includes(speaker) ? [...present, speaker] : present
        const role = speaker === null ? 'user' : 'character'
        return {
          id: `m${at}`,
          role,
          player: 'Sam',
          speakerId: speaker,
          audience,
          depth: at,
          content: isBlank ? ' ' : `<secret ${at}>`,
        }
      })
      const viewpoint = { characterId, nameOf: (id: string) => `Name-${id}`, playerName: 'Sam' }
      const text = sceneHistory(messages, viewpoint)
        .map(({ content }) => content)
        .join('\n')
      const known = messages.filter(({ audience }) => audience.includes(characterId))
      for (const { content, audience } of messages) {
        if (!isBlank(content)) expect(text.includes(content)).toBe(audience.includes(characterId))
      }
      for (const id of ids) {
        const hasMet = known.some(({ audience }) => audience.includes(id))
        if (!hasMet) expect(text).not.toContain(`Name-${id}`)
      }
    }),
    { numRuns: 250 },
  )
})
