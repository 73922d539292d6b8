import { isBlank } from '#engine/is-blank.ts'

type Typed = string | number | null | undefined

const read =
  <Value>(parse: (text: string) => Value) =>
  (typed: Typed): Value | null =>
    isBlank(String(typed ?? '')) ? null : parse(String(typed))

/** The rules of a field for a text or a number that may be left empty. A decimal comma is understood. */
export const textOrNull = { setValueAs: read((text) => text.trim()) }
export const numberOrNull = { setValueAs: read((text) => Number(text.replace(',', '.').replace('$', ''))) }
