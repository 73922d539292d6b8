import { type RefObject, useLayoutEffect } from 'react'

/** Grows a text area with its text in browsers without `field-sizing`. */
export function useAutoGrow(input: RefObject<HTMLTextAreaElement | null>, text: string) {
  useLayoutEffect(() => {
    const field = input.current
    if (!field || CSS.supports('field-sizing', 'content')) return
    field.style.height = 'auto'
    // An empty field has the height of one row, whatever its placeholder needs.
    if (text) field.style.height = `${field.scrollHeight}px`
  }, [input, text])
}
