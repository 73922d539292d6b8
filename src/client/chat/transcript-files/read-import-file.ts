import { errorText, HttpError, isUnreachable } from '#client/lib/http.ts'
import { isBlank } from '#engine/is-blank.ts'
import { trimSillyTavernLine } from '#engine/transcripts/silly-tavern-lines.ts'
import { transcriptLimits } from '#shared/transcripts.ts'

/** A file that is not sent, since the server would refuse it. */
class FileError extends Error {}

/**
 * The text of a file to import, without what is not read of a chat of SillyTavern, where that is most of the file. It is
 * read line by line. Throws for one that is empty or too large, before anything is sent.
 */
export async function readImportFile(file: Pick<Blob, 'stream'>): Promise<string> {
  const kept: string[] = []
  let length = 0
  let line = ''
  const keep = (text: string) => {
    const trimmed = trimSillyTavernLine(text)
    length += trimmed.length + 1
    kept.push(trimmed)
  }
  const reader = file.stream().pipeThrough(new TextDecoderStream()).getReader()
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    const [first = '', ...others] = chunk.value.split('\n')
    line += first
    for (const next of others) {
      keep(line)
      line = next
    }
    if (length + line.length > transcriptLimits.file + longestExtra) {
      void reader.cancel()
      throw tooLarge()
    }
  }
  keep(line)
  if (length - 1 > transcriptLimits.file) throw tooLarge()
  const text = kept.join('\n')
  if (isBlank(text)) throw new FileError('This file is empty.')
  return text
}

/** UTF-16 code units that one line can have besides what is read of it, such as the reasoning of many versions. */
const longestExtra = 8_000_000

const tooLarge = () =>
  new FileError(`Please import a file with ${transcriptLimits.file / 1_000_000} MB of messages or less.`)

/** Why an import failed, in words for the user. */
export const problemOf = (error: unknown): string =>
  error instanceof FileError ? error.message : errorText(error, 'The file was not imported. Please try again.')

/** Whether an import can succeed later: there was no connection, the server is busy, or too many files came at once. */
export const isTemporary = (error: unknown): boolean =>
  isUnreachable(error) || (error instanceof HttpError && (error.status >= 500 || [408, 429].includes(error.status)))
