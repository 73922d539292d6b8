/** The label of the command key: ⌘ on Apple devices, Ctrl elsewhere. */
export function commandKey(): string {
  return /mac|iphone|ipad/i.test(navigator.platform) ? '⌘' : 'Ctrl'
}

/** Whether the target is editable, so that single keys are no shortcuts there. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type=checkbox]), textarea, select'))
  )
}

/** ⌘B or Ctrl+B without other modifiers: browsers and other programs use the combinations with Shift or Alt. */
export function isSidebarShortcut(
  event: Pick<KeyboardEvent, 'key' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>,
): boolean {
  return event.key.toLowerCase() === 'b' && event.metaKey !== event.ctrlKey && !event.shiftKey && !event.altKey
}

/** The item of a row to focus by a key, or null: arrow keys go round, Home and End to the ends. */
export function rovingTarget(key: string, current: number, count: number): number | null {
  if (key === 'ArrowRight' || key === 'ArrowDown') return (current + 1) % count
  if (key === 'ArrowLeft' || key === 'ArrowUp') return (current + count - 1) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}
