import { expect, test } from 'vitest'
import type { Participant } from '#shared/scenes.ts'
import { createMessage } from './messages.ts'
import { describeChange, predictSpeaker, presentIn } from './scene-state.ts'

const participant = (characterId: string, name: string, changes: Partial<Participant> = {}): Participant => ({
  characterId,
  name,
  avatar: '',
  category: 'Drama',
  available: true,
  present: true,
  ...changes,
})
const participants = [
  participant('ada', 'Ada'),
  participant('ines', 'Inès'),
  participant('bo', 'Bo', { available: false }),
  participant('kim', 'Kim', { present: false }),
]
const state = {
  scene: { turnOrder: 'addressed' as const, participants },
  characterId: 'ada',
  pickedSpeakerId: null,
  messages: [createMessage({ key: 'm1', role: 'character', createdAt: 1, content: 'Sit down.' })],
}

test('the next speaker is predicted as the server chooses it', () => {
  expect(predictSpeaker(state, 'Good evening.')).toBe('ines')
  expect(predictSpeaker(state, 'Ada?')).toBe('ada')
  expect(predictSpeaker(state, 'Bo? Kim?')).toBe('ines')
  expect(predictSpeaker({ ...state, pickedSpeakerId: 'ada' }, 'Ines?')).toBe('ada')
  expect(predictSpeaker({ ...state, scene: null }, 'Ines?')).toBeNull()
  expect(presentIn(state)).toEqual(['ada', 'ines', 'bo'])
})

test('a note says who joined and who left between two messages', () => {
  const changeOf = (before: string[] | null, after: string[] | null) =>
    describeChange(before, after, { ownId: 'ada', participants })
  expect(changeOf(null, ['ada'])).toBe('')
  expect(changeOf(null, ['ada', 'ines', 'bo'])).toBe('Inès and Bo joined')
  expect(changeOf(['ada', 'ines'], ['ada', 'bo'])).toBe('Bo joined. Inès left')
  expect(changeOf(['ada', 'ines'], null)).toBe('Inès left')
})
