import { useMediaQuery } from './media-query.ts'
import { tryOrNull } from './try-or-null.ts'

/**
 * The user's own wish for less motion, in addition to the system's. It is stored under the key `motion`;
 * public/first-paint.js applies it before the first paint.
 */
const key = 'motion'

export function setReducedMotion(isReduced: boolean): void {
  // Without storage, the setting lasts until the next page load.
  tryOrNull(() => localStorage.setItem(key, isReduced ? 'reduced' : 'system'))
  document.documentElement.toggleAttribute('data-reduced-motion', isReduced)
}

export function isMotionReducedHere(): boolean {
  return document.documentElement.hasAttribute('data-reduced-motion')
}

/** Whether there is to be less motion, by the system or by the user's setting. */
export function useReducedMotion(): boolean {
  return useMediaQuery('(prefers-reduced-motion: reduce)') || isMotionReducedHere()
}
