import { z } from 'zod'
import { cleanText } from './clean-text.ts'

/** A text of at most so many UTF-16 code units. `what` it is, in the message: "a message". */
export const textUpTo = (max: number, what = 'this', clean = cleanText) =>
  z
    .string()
    .max(max, `Please keep ${what} to ${max.toLocaleString('en')} characters or less`)
    .transform(clean)

/** A name of one line, of at most so many Unicode code points. `missing`: what is said of an empty one, if it may not be. */
export const nameUpTo = (max: number, what: string, missing?: string) =>
  z
    .string()
    .transform((name) => cleanText(name).replaceAll(/\s+/g, ' '))
    .refine((name) => missing === undefined || name !== '', missing)
    .refine((name) => [...name].length <= max, `Please keep ${what} to ${max} characters or less`)
