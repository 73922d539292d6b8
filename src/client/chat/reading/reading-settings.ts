import { createStore, useStore } from 'zustand'
import { tryOrNull } from '#client/lib/try-or-null.ts'

/** How messages are shown and read aloud on this device; sizes and voices differ between devices. */
export interface ReadingSettings {
  size: keyof typeof sizes
  measure: keyof typeof measures
  /** Whether the expressions of replies are shown: `stage` also has the newest one as a large picture. */
  faces: keyof typeof faces
  /** Straight quotation marks are shown as curly ones. */
  typesetQuotes: boolean
  showTimes: boolean
  narrate: boolean
  /** How fast texts are read aloud; 1 is the voice's own pace. */
  rate: number
  /** The voice of each character, by the character's id; the browser's own if there is none. */
  voices: Readonly<Record<string, string>>
  /** Whether the composer has a button to dictate, where the browser offers it; null before the user has chosen. */
  dictation: boolean | null
  /** Whether the notice about where dictated words go was shown. */
  knowsDictation: boolean
}

/** The size of messages, as a factor. */
export const sizes = { small: 0.88, medium: 1, large: 1.18, larger: 1.4 } as const
export const measures = { narrow: '52ch', medium: '66ch', wide: '84ch' } as const
export const faces = { off: 'Off', beside: 'Beside replies', stage: 'Large picture' } as const
export const rates = { min: 0.6, max: 1.8, step: 0.1 } as const

export const defaultSettings: ReadingSettings = {
  size: 'medium',
  measure: 'medium',
  faces: 'beside',
  typesetQuotes: true,
  showTimes: false,
  narrate: false,
  rate: 1,
  voices: {},
  dictation: null,
  knowsDictation: false,
}

const key = 'reading'

const isKeyOf = (values: object) => (value: unknown) => typeof value === 'string' && Object.hasOwn(values, value)
const isFlag = (value: unknown) => typeof value === 'boolean'

/** Whether a stored value is one of the setting: another version of the client may have stored it. */
const checks: Record<keyof ReadingSettings, (value: unknown) => boolean> = {
  size: isKeyOf(sizes),
  measure: isKeyOf(measures),
  faces: isKeyOf(faces),
  typesetQuotes: isFlag,
  showTimes: isFlag,
  narrate: isFlag,
  rate: (value) => Number(value) >= rates.min && Number(value) <= rates.max,
  voices: (value) => Object.values(Object(value)).every((voice) => typeof voice === 'string'),
  dictation: isFlag,
  knowsDictation: isFlag,
}

/** The stored settings, with the default for each that is missing or invalid. */
export function readSettings(stored: string | null): ReadingSettings {
  const given = Object(tryOrNull(() => JSON.parse(stored ?? '{}')))
  const names = Object.keys(checks) as (keyof ReadingSettings)[]
  const valid = names.filter((name) => name in given && checks[name](given[name]))
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
