import { expect, test } from 'vitest'
import { expressions } from '#engine/expressions/expression.ts'
import { faceOf, listExpressions } from './expressions.ts'

const drawn = { avatar: '/portraits/ines.svg' }
const own = { avatar: '/files/a.webp', expressions: { joy: '/files/joy.webp', anger: '/files/anger.webp' } }

test('the illustrator draws all expressions of a character without pictures of its own', () => {
  expect(listExpressions(drawn)).toEqual(expressions)
  expect(faceOf(drawn, 'joy')).toBe('/portraits/ines.joy.svg')
  expect(faceOf(drawn)).toBe(drawn.avatar)
})

test('a character shows its own pictures, the nearest one, or its usual face', () => {
  expect(listExpressions(own)).toEqual(['neutral', 'joy', 'anger'])
  expect(faceOf(own, 'joy')).toBe('/files/joy.webp')
  expect(faceOf(own, 'disgust')).toBe('/files/anger.webp')
  expect(faceOf(own, 'fear')).toBe(own.avatar)
  expect(faceOf({ ...own, avatar: drawn.avatar }, 'fear')).toBe(drawn.avatar)
  expect(listExpressions({ avatar: '' })).toEqual(['neutral'])
})
