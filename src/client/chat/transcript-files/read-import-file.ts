import { errorText, HttpError, isUnreachable } from '#client/lib/http.ts'
import { isBlank } from '#engine/is-blank.ts'
import { trimSillyTavernLine } from '#engine/transcripts/silly-tavern-lines.ts'
import { transcriptLimits } from '#shared/transcripts.ts'

/** A file that is not sent, since the server would refuse it. */
class FileError extends Error {}

/** Bytes. A chat of SillyTavern can have several times what is read of it: the reasoning of its replies. */
const largestFile = 100_000_000

/**
 * The text of a file to import, without what is not read of a chat of SillyTavern, where that is most of the file. Throws
 * for one that is empty or too large, before anything is sent.
 */
export async function readImportFile(file: Pick<Blob, 'size' | 'text'>): Promise<string> {
  if (file.size > largestFile) throw tooLarge()
  const text = (await file.text()).split('\n').map(trimSillyTavernLine).join('\n')
  if (text.length > transcriptLimits.file) throw tooLarge()
  if (isBlank(text)) throw new FileError('This file is empty.')
  return text
}

const tooLarge = () =>
  new FileError(`Please import a file with ${transcriptLimits.file / 1_000_000} MB of messages or less.`)

/** Why an import failed, in words for the user. */
export const problemOf = (error: unknown): string =>
  error instanceof FileError ? error.message : errorText(error, 'The file was not imported. Please try again.')

/** Whether an import can succeed later: there was no connection, the server is busy, or too many files came at once. */
export const isTemporary = (error: unknown): boolean =>
  isUnreachable(error) || (error instanceof HttpError && (error.status >= 500 || [408, 429].includes(error.status)))
