import { create } from 'zustand'
import { tryOrNull } from './try-or-null.ts'

/** The theme is stored under the key `theme`. public/first-paint.js applies it before the first paint. */
type Theme = 'light' | 'dark'

const themeColor: Record<Theme, string> = { light: '#fbf9f4', dark: '#140d0b' }
const hasDocument = typeof document !== 'undefined'

const useThemeStore = create<{ theme: Theme }>(() => ({
  theme: hasDocument && document.documentElement.classList.contains('dark') ? 'dark' : 'light',
}))

// Another tab has changed the theme.
if (hasDocument) {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === 'theme') applyTheme(newValue === 'dark' ? 'dark' : 'light')
  })
}

function applyTheme(theme: Theme) {
  document.documentElement.classList.toggle('dark', theme === 'dark')
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', themeColor[theme])
  useThemeStore.setState({ theme })
}

export function useTheme(): { theme: Theme; toggleTheme: () => void } {
  const { theme } = useThemeStore()
  return { theme, toggleTheme }
}

function toggleTheme() {
  const next = useThemeStore.getState().theme === 'dark' ? 'light' : 'dark'
  // Without storage, the theme lasts until the next page load.
  tryOrNull(() => localStorage.setItem('theme', next))
  applyTheme(next)
}
