import { digitsOf } from '#shared/card.ts'

export interface Typed {
  text: string
  /** Where the caret stands. */
  caret: number
}

interface Keystroke extends Typed {
  /** Backspace, and not a text put in place of another. */
  isBackspace: boolean
}

/**
 * What a field that writes itself out shows after a keystroke, and where the caret goes: after as many digits as stood
 * before it. Deleting a gap deletes the digit before it, since the gap would only come back.
 */
export function retype(before: string, typed: Keystroke, format: (text: string) => string): Typed {
  const deletedGap = typed.isBackspace && digitsOf(typed.text) === digitsOf(before)
  const { text, caret } = deletedGap ? withoutDigitBefore(typed) : typed
  const next = format(text)
  // A month that got its zero has one more digit in front of the caret.
  const added = Math.max(0, digitsOf(next).length - digitsOf(text).length)
  return { text: next, caret: placeAfter(next, digitsOf(text.slice(0, caret)).length + added) }
}

function withoutDigitBefore({ text, caret }: Typed): Typed {
  const head = text.slice(0, caret).replace(/\d(\D*)$/, '$1')
  return { text: head + text.slice(caret), caret: head.length }
}

function placeAfter(text: string, digits: number): number {
  let left = digits
  for (const [place, character] of [...text].entries()) {
    if (left === 0) return place
    if (/\d/.test(character)) left -= 1
  }
  return text.length
}
