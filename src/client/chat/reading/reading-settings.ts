import { createStore, useStore } from 'zustand'
import { tryOrNull } from '#client/lib/try-or-null.ts'

/** The size of messages, as a factor. */
export const sizes = { small: 0.88, medium: 1, large: 1.18, larger: 1.4 } as const
export const measures = { narrow: '52ch', medium: '66ch', wide: '84ch' } as const
export const faces = { off: 'Off', beside: 'Beside replies', stage: 'Large picture' } as const
export const rates = { min: 0.6, max: 1.8, step: 0.1 } as const

/** How messages are shown and read aloud on this device; sizes and voices differ between devices. */
export const defaultSettings = {
  size: 'medium' as keyof typeof sizes,
  measure: 'medium' as keyof typeof measures,
  /** Whether the expressions of replies are shown: `stage` also has the newest one as a large picture. */
  faces: 'beside' as keyof typeof faces,
  /** Straight quotation marks are shown as curly ones. */
  typesetQuotes: true,
  showTimes: false,
  narrate: false,
  /** How fast texts are read aloud; 1 is the voice's own pace. */
  rate: 1,
  /** The voice of each character, by the character's id; the browser's own if there is none. */
  voices: {} as Readonly<Record<string, string>>,
  /** Whether the composer has a button to dictate, where the browser offers it; null before the user has chosen. */
  dictation: null as boolean | null,
  /** Whether the notice about where dictated words go was shown. */
  knowsDictation: false,
}
export type ReadingSettings = typeof defaultSettings

const key = 'reading'

const isKeyOf = (values: object) => (value: unknown) => typeof value === 'string' && Object.hasOwn(values, value)
/** Whether a stored value is one of the setting, where that is more than its type: another version may have stored it. */
const checks: Partial<Record<keyof ReadingSettings, (value: unknown) => boolean>> = {
  size: isKeyOf(sizes),
  measure: isKeyOf(measures),
  faces: isKeyOf(faces),
  rate: (value) => Number(value) >= rates.min && Number(value) <= rates.max,
  voices: (value) => Object.values(Object(value)).every((voice) => typeof voice === 'string'),
  dictation: (value) => typeof value === 'boolean',
}

/** The stored settings, with the default for each that is missing or invalid. */
export function readSettings(stored: string | null): ReadingSettings {
  const given = Object(tryOrNull(() => JSON.parse(stored ?? '{}')))
  const names = Object.keys(defaultSettings) as (keyof ReadingSettings)[]
  const isValid = (name: keyof ReadingSettings) =>
    checks[name]?.(given[name]) ?? typeof given[name] === typeof defaultSettings[name]
  const valid = names.filter((name) => name in given && isValid(name))
  return { ...defaultSettings, ...Object.fromEntries(valid.map((name) => [name, given[name]])) }
}

const store = createStore<ReadingSettings>(() => readSettings(tryOrNull(() => localStorage.getItem(key))))

export const getReadingSettings = (): ReadingSettings => store.getState()

export function changeReadingSettings(changes: Partial<ReadingSettings>): void {
  store.setState(changes)
  // Without storage, the settings last until the next page load.
  tryOrNull(() => localStorage.setItem(key, JSON.stringify(store.getState())))
}

/** Another tab has changed the settings. */
if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (event.key === key) store.setState(readSettings(event.newValue), true)
  })
}

export function useReadingSettings<T>(select: (settings: ReadingSettings) => T): T {
  return useStore(store, select)
}
