import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

const contentFolder = path.join(import.meta.dirname, '../../../content')

/** A text of the data that the product ships with. */
export function readContentText(file: string): string {
  return readFileSync(path.join(contentFolder, file), 'utf8')
}

/**
 * Reads a JSON file of the data that the product ships with.
 *
 * @param file path inside `content/`
 * @throws when the file is missing, is not JSON or does not match the schema; the message names the file and the field
 */
export function readContent<T extends z.ZodType>(file: string, schema: T): z.output<T> {
  return parseContent(file, readContentText(file), schema)
}

/** Reads a file at the first call, so that starting the server does not wait for it, and caches the content. */
export function lazyContent<T extends z.ZodType>(file: string, schema: T): () => z.output<T> {
  let content: z.output<T> | undefined
  return () => {
    content ??= readContent(file, schema)
    return content
  }
}

export function parseContent<T extends z.ZodType>(file: string, text: string, schema: T): z.output<T> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new Error(`content/${file} is not JSON`, { cause: error })
  }
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new Error(`content/${file} is invalid:\n${z.prettifyError(parsed.error)}`)
  return parsed.data
}
