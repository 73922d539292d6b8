import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useDebounced } from './use-debounced.ts'

/**
 * The text of a search field, which is applied after a pause in typing. It follows the applied value, which a button or a
 * navigation can change.
 */
export function useTypedSearch(value: string, onApply: (text: string) => void) {
  const [text, setText] = useState(value)
  const applied = useRef(value)
  const apply = useEffectEvent(onApply)
  const debounced = useDebounced(text, 250).trim()
  useEffect(() => {
    if (value !== applied.current) setText(value)
    applied.current = value
  }, [value])
  useEffect(() => {
    if (debounced === applied.current) return
    applied.current = debounced
    apply(debounced)
  }, [debounced])
  return [text, setText] as const
}
