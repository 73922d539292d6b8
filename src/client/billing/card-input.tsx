import { type ChangeEvent, type ComponentProps, useLayoutEffect, useRef, useState } from 'react'
import { Input } from '#client/ui/input.tsx'
import { applyKeystroke } from './card-typing.ts'

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
