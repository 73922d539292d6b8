import { expect, it, vi } from 'vitest'
import { HttpError } from '#client/lib/http.ts'
import { transcriptLimits } from '#shared/transcripts.ts'
import { isTemporary, problemOf, readImportFile } from './read-import-file.ts'

const problemWith = (file: Parameters<typeof readImportFile>[0]) => readImportFile(file).catch(problemOf)

it('refuses empty and large files before they are sent, and the largest before they are read', async () => {
  expect(await problemWith(new Blob(['']))).toBe('This file is empty.')
  expect(await problemWith(new Blob([' \n']))).toBe('This file is empty.')
  expect(await problemWith(new Blob(['x'.repeat(transcriptLimits.file + 1)]))).toContain('8 MB or less')
  const text = vi.fn<() => Promise<string>>()
  expect(await problemWith({ size: 4 * transcriptLimits.file + 1, text })).toContain('8 MB or less')
  expect(text).not.toHaveBeenCalled()
  expect(await readImportFile(new Blob(['é'.repeat(transcriptLimits.file)]))).toHaveLength(transcriptLimits.file)
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
