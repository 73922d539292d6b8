import { useSyncExternalStore } from 'react'

/** Light or dark, kept under the key `theme`. public/first-paint.js applies it before the first paint. */
export type Theme = 'light' | 'dark'

const listeners = new Set<() => void>()
const themeColor: Record<Theme, string> = { light: '#fbf9f4', dark: '#140d0b' }

function currentTheme(): Theme {
  return document.documentElement.classList.contains('dark') ? 'dark' : 'light'
}

function apply(theme: Theme) {
  document.documentElement.classList.toggle('dark', theme === 'dark')
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', themeColor[theme])
  for (const listener of listeners) listener()
}

export function setTheme(theme: Theme) {
  try {
    localStorage.setItem('theme', theme)
  } catch {
    // Storage may be closed to us; the choice then lasts as long as the page.
  }
  apply(theme)
}

/** Another tab changed the theme: follow it. */
function onStorage(event: StorageEvent) {
  if (event.key === 'theme') apply(event.newValue === 'dark' ? 'dark' : 'light')
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) window.addEventListener('storage', onStorage)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', onStorage)
  }
}

export function useTheme(): { theme: Theme; toggleTheme: () => void } {
  const theme = useSyncExternalStore(subscribe, currentTheme, (): Theme => 'light')
  return { theme, toggleTheme: () => setTheme(theme === 'dark' ? 'light' : 'dark') }
}
