import { expect, it } from 'vitest'
import { drawableText } from './preview-text.ts'

it.each([
  ['Farid  “Łódź”\nHaddad…', 'Farid “Łódź” Haddad…'],
  ['Иван Ελένη', 'Иван Ελένη'],
  ['Zoe\u0308 🇫🇷👩‍🚀❤️', 'Zoë'],
  ['عربي', ''],
  ['Ada 日本', ''],
  ['🎭', ''],
])('draws %j as %j', (text, drawn) => {
  expect(drawableText(text)).toBe(drawn)
})
