import { isBlank } from '#engine/is-blank.ts'

/** The text without what some databases cannot store: NUL becomes nothing, a lone surrogate U+FFFD. */
export const withoutUnstorable = (text: string): string => text.replaceAll('\u0000', '').toWellFormed()

/** NUL and lone surrogates cannot be stored on every database; line breaks become `\n`. A text without a visible character is empty. */
export const storableText = (text: string): string =>
  isBlank(text) ? '' : withoutUnstorable(text).replaceAll(/\r\n?/g, '\n')

/** As `storableText`, without the space around it. */
export const cleanText = (text: string): string => storableText(text).trim()
