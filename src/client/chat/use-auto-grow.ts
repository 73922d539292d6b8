import { type RefObject, useLayoutEffect } from 'react'

/** Lets a text area grow with its text where the browser does not do so by itself (`field-sizing`). */
export function useAutoGrow(input: RefObject<HTMLTextAreaElement | null>, text: string) {
  useLayoutEffect(() => {
    const field = input.current
    if (!field || CSS.supports('field-sizing', 'content')) return
    field.style.height = 'auto'
    // An empty field is as tall as its one row, whatever its placeholder would need.
    if (text) field.style.height = `${field.scrollHeight}px`
  }, [input, text])
}
