import { useEffect, useEffectEvent } from 'react'
import { isTyping } from '#client/lib/keyboard.ts'

/** Calls the handler of a key, except in fields, dialogs and menus, and with modifier keys. */
export function useTriageKeys(handlers: Readonly<Record<string, () => void>>) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { target, key } = event
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || isTyping(target)) return
    if (target instanceof Element && target.closest('[role=dialog], [role=menu], [role=listbox]')) return
    const handle = handlers[key]
    if (!handle) return
    event.preventDefault()
    handle()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
