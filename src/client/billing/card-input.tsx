import { type ChangeEvent, type ComponentProps, useLayoutEffect, useRef, useState } from 'react'
import { Input } from '#client/ui/input.tsx'
import { retype } from './card-typing.ts'

interface CardInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> {
  value: string
  format: (text: string) => string
  onValue: (value: string) => void
}

/** A field of digits that writes itself out while one types, and leaves the caret where one was. */
export function CardInput({ value, format, onValue, ...props }: CardInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const caret = useRef<number | null>(null)
  const [, redraw] = useState(0)

  const onChange = ({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const { value: text, selectionStart } = currentTarget
    const isBackspace = nativeEvent instanceof InputEvent && nativeEvent.inputType === 'deleteContentBackward'
    const next = retype(value, { text, caret: selectionStart ?? text.length, isBackspace }, format)
    caret.current = next.caret
    onValue(next.text)
    // The same text may still need its caret back.
    redraw((count) => count + 1)
  }
  useLayoutEffect(() => {
    if (caret.current !== null) input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })
  return <Input {...props} ref={input} value={value} onChange={onChange} type="text" inputMode="numeric" />
}
