import { describe, expect, it } from 'vitest'
import { DisplayName, PlayerName, Username } from './accounts.ts'
import { BranchName } from './branches.ts'
import { CharacterFields } from './characters.ts'
import { ChatRequest } from './chat.ts'
import { cleanText, storableText } from './clean-text.ts'
import { ConversationPatch } from './conversations.ts'
import { FolderFields } from './folders.ts'
import { GenerateImageRequest } from './images.ts'
import { FactText, SummaryPatch } from './memory.ts'
import { Note } from './moderation.ts'
import { NotesRequest } from './notes.ts'
import { PersonaFields } from './personas.ts'
import { QuickRepliesRequest } from './quick-replies.ts'
import { DraftRequest, EditMessageRequest, RegenerateRequest } from './turns.ts'
import { EditReplyRequest } from './versions.ts'

const unseen = [
  ['no characters', ''],
  ['spaces and line breaks', ' \n\t\u00a0\u3000\u2028'],
  ['zero-width characters', '\u200b\u200c\u200d\u2060\ufeff'],
  ['a soft hyphen and marks of direction', '\u00ad\u200e\u202e\u2066'],
  ['fillers', '\u115f\u3164\uffa0\u2800'],
  ['variation selectors and tags', '\ufe0f\u{e0001}\u{e0061}'],
  ['control characters', '\u0000\u0007\u009f'],
  ['all of them', ' \u200b\n\u2800 \u00ad'],
] as const

describe.each(unseen)('a text of %s', (_, text) => {
  it('is empty', () => expect([storableText(text), cleanText(text)]).toEqual(['', '']))

  it.each([
    ['a message that is edited', EditMessageRequest, { content: text }],
    ['a reply that is edited', EditReplyRequest, { content: text, leafId: 'm1' }],
    ['the name of a persona', PersonaFields, { name: text }],
    ['a folder', FolderFields, { name: text }],
    ['a title', ConversationPatch, { title: text }],
    ['the label of a quick reply', QuickRepliesRequest, { replies: [{ label: text, text: 'Yes.' }] }],
    ['the text of a quick reply', QuickRepliesRequest, { replies: [{ label: 'Yes', text }] }],
    ['a fact', FactText, { text }],
    ['a summary', SummaryPatch, { text }],
    ['the description of a character', CharacterFields.shape.description, text],
    ['the name of a character', CharacterFields.shape.name, text],
    ['the prompt of an image', GenerateImageRequest, { prompt: text }],
    ['a player name', PlayerName, text],
    ['a display name', DisplayName, text],
    ['a username', Username, text],
  ])('is refused as %s', (_name, schema, value) => expect(schema.safeParse(value).success).toBe(false))

  it('becomes empty where a text is optional', () => {
    const said = { characterId: 'c1', message: text, conversationHistory: [{ role: 'user', content: text }] }
    expect(ChatRequest.parse(said)).toMatchObject({ message: '', conversationHistory: [{ content: '' }] })
    expect(RegenerateRequest.parse({ messageId: 'm1', hint: text }).hint).toBe('')
    expect(DraftRequest.parse({ hint: text }).hint).toBe('')
    expect(NotesRequest.parse({ note: text, scene: text })).toMatchObject({ note: '', scene: '' })
    expect(BranchName.parse({ name: text }).name).toBe('')
    expect(PersonaFields.parse({ name: 'Sam', description: text }).description).toBe('')
    expect(CharacterFields.shape.greeting.parse(text)).toBe('')
    expect(Note.parse(text)).toBe('')
  })
})

it('keeps what can be seen as it is, with the invisible characters that shape it', () => {
  for (const text of ['👩‍🚀', 'می‌خواهم', 'a\u00adb', '❤️', '—', '\u0301']) expect(cleanText(` ${text}\r\n`)).toBe(text)
  expect(storableText(' a\u0000\r\nb \ud800')).toBe(' a\nb \ufffd')
})
