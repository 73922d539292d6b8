/** The label of the command key: ⌘ on Apple devices, Ctrl elsewhere. */
export function commandKey(platform = navigator.platform): string {
  return /mac|iphone|ipad/i.test(platform) ? '⌘' : 'Ctrl'
}

/** Whether the target is editable, so that single keys are no shortcuts there. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
}
