import { expect, it } from 'vitest'
import { HttpError } from '#client/lib/http.ts'
import { readTranscripts } from '#engine/transcripts/read-transcripts.ts'
import { transcriptLimits } from '#shared/transcripts.ts'
import { isTemporary, problemOf, readImportFile } from './read-import-file.ts'

const problemWith = (file: Blob) => readImportFile(file).catch(problemOf)

it('refuses empty and large files before they are sent', async () => {
  expect(await problemWith(new Blob(['']))).toBe('This file is empty.')
  expect(await problemWith(new Blob([' \n']))).toBe('This file is empty.')
  expect(await problemWith(new Blob(['x'.repeat(transcriptLimits.file + 1)]))).toContain('8 MB of messages or less')
  expect(await readImportFile(new Blob(['é'.repeat(transcriptLimits.file)]))).toHaveLength(transcriptLimits.file)
})

it('counts what is kept of a chat of SillyTavern, whose reasoning can be most of the file', async () => {
  const swipes = ['One.', 'Two.', 'Three.'].map((text) => text + ' And so on.'.repeat(100))
  const extra = { api: 'openai', reasoning: 'Let me think. '.repeat(600) }
  const line = { name: 'Ada', is_user: false, mes: swipes[2], swipe_id: 2, swipes, extra }
  const reply = JSON.stringify({ ...line, swipe_info: swipes.map(() => ({ send_date: '', extra })) })
  const file = new Blob(['{"user_name":"Sam","character_name":"Ada"}\n', ...Array(450).fill(`${reply}\n`)])
  expect(file.size).toBeGreaterThan(transcriptLimits.file)
  const text = await readImportFile(file)
  expect(text.length).toBeLessThan(3_000_000)
  expect(readTranscripts(text).transcripts[0]?.messages).toHaveLength(1_350)
})

it('offers to try again what can succeed later', () => {
  const later = [new TypeError('Failed to fetch'), new HttpError(429, ''), new HttpError(503, '')]
  expect(later.map(isTemporary)).toEqual([true, true, true])
  expect([new HttpError(400, ''), new HttpError(413, ''), new Error('x')].map(isTemporary)).toEqual([
    false,
    false,
    false,
  ])
})
