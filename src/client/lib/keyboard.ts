/** ⌘ on Apple's machines, Ctrl on the others. */
export function commandKey(platform = navigator.platform): string {
  return /mac|iphone|ipad/i.test(platform) ? '⌘' : 'Ctrl'
}

/** Whether a key pressed here writes something, and so must not be taken for a shortcut. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
}
