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

/** A number within bounds, with one message for whatever is wrong with it. */
export function numberWithin(min: number, max: number, { ask = 'Please enter', isWhole = true, orEmpty = false } = {}) {
  const bounds = `from ${min} to ${max.toLocaleString('en')}`
  const message = `${ask} a ${isWhole ? 'whole ' : ''}number ${bounds}${orEmpty ? ', or leave it empty' : ''}`
  const number = z.number({ error: message }).min(min, message).max(max, message)
  return isWhole ? number.int(message) : number
}
