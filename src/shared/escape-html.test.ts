import { expect, it } from 'vitest'
import { escapeHtml } from './escape-html.ts'

it('escapes what can end a text or an attribute, and the ampersand', () => {
  expect(escapeHtml('Tom & "Co" <b>')).toBe('Tom &amp; &quot;Co&quot; &lt;b>')
})
