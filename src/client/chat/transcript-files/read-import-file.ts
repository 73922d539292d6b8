import { errorText, HttpError, isUnreachable } from '#client/lib/http.ts'
import { isBlank } from '#engine/is-blank.ts'
import { transcriptLimits } from '#shared/transcripts.ts'

/** A file that is not sent, since the server would refuse it. */
class FileError extends Error {}

/** The text of a file to import. Throws for one that is empty or too large, before anything is sent. */
export async function readImportFile(file: Pick<File, 'size' | 'text'>): Promise<string> {
  const max = transcriptLimits.file
  const tooLarge = new FileError(`Please import a file of ${max / 1_000_000} MB or less.`)
  // Not read at all: the largest file that can be within the limit has four bytes for each character.
  if (file.size > 4 * max) throw tooLarge
  const text = await file.text()
  if (text.length > max) throw tooLarge
  if (isBlank(text)) throw new FileError('This file is empty.')
  return text
}

/** Why an import failed, in words for the user. */
export const problemOf = (error: unknown): string =>
  error instanceof FileError ? error.message : errorText(error, 'The file was not imported. Please try again.')

/** Whether an import can succeed later: there was no connection, the server is busy, or too many files came at once. */
export const isTemporary = (error: unknown): boolean =>
  isUnreachable(error) || (error instanceof HttpError && (error.status >= 500 || [408, 429].includes(error.status)))
