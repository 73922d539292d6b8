import { type ChangeEvent, type ComponentProps, useLayoutEffect, useRef, useState } from 'react'
import { Input } from '#client/ui/input.tsx'
import { digitsOf } from '#shared/payment-card.ts'

interface CardInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> {
  value: string
  format: (text: string) => string
  onValue: (value: string) => void
  inputRef: (element: HTMLInputElement | null) => void
}

/** A digits field that formats its value while typing and preserves the caret position. */
export function CardInput({ value, format, onValue, inputRef, ...props }: CardInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const caret = useRef<number | null>(null)
  const [, rerender] = useState(0)

  const onChange = ({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const { value: text, selectionStart } = currentTarget
    const isBackspace = nativeEvent instanceof InputEvent && nativeEvent.inputType === 'deleteContentBackward'
    const next = applyKeystroke(value, { text, caret: selectionStart ?? text.length, isBackspace }, format)
    caret.current = next.caret
    onValue(next.text)
    // Needed if the formatted value is unchanged: the caret must still be restored.
    rerender((count) => count + 1)
  }
  useLayoutEffect(() => {
    if (caret.current !== null) input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })
  return (
    <Input
      {...props}
      ref={(element) => {
        input.current = element
        inputRef(element)
      }}
      value={value}
      onChange={onChange}
      type="text"
      inputMode="numeric"
    />
  )
}

interface Typed {
  text: string
  caret: number
}

interface Keystroke extends Typed {
  /** Whether the change is a Backspace, and not a replacement of selected text. */
  isBackspace: boolean
}

/**
 * Formats a field after a keystroke. The caret stays behind the same number of digits. Deleting a separator deletes the
 * digit before it, since formatting would restore the separator.
 */
export function applyKeystroke(previous: string, typed: Keystroke, format: (text: string) => string): Typed {
  const deletedSeparator = typed.isBackspace && digitsOf(typed.text) === digitsOf(previous)
  const { text, caret } = deletedSeparator ? withoutDigitBefore(typed) : typed
  const next = format(text)
  // Formatting may add a zero to the month, which moves the caret by one digit.
  const added = Math.max(0, digitsOf(next).length - digitsOf(text).length)
  return { text: next, caret: indexAfterDigits(next, digitsOf(text.slice(0, caret)).length + added) }
}

function withoutDigitBefore({ text, caret }: Typed): Typed {
  const head = text.slice(0, caret).replace(/\d(\D*)$/, '$1')
  return { text: head + text.slice(caret), caret: head.length }
}

function indexAfterDigits(text: string, digits: number): number {
  let remaining = digits
  for (const [index, character] of [...text].entries()) {
    if (remaining === 0) return index
    if (/\d/.test(character)) remaining -= 1
  }
  return text.length
}
