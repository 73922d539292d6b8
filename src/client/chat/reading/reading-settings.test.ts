import { expect, test } from 'vitest'
import { defaultSettings, readSettings } from './reading-settings.ts'

test('settings are read as they were stored', () => {
  const settings = {
    ...defaultSettings,
    size: 'large',
    faces: 'stage',
    rate: 1.2,
    voices: { ines: 'Ada' },
    dictation: false,
  } as const
  expect(readSettings(JSON.stringify(settings))).toEqual(settings)
})

test('an invalid setting is replaced by its default', () => {
  for (const stored of [null, '', '{', 'null', '[]', '7']) expect(readSettings(stored)).toEqual(defaultSettings)
  const broken = {
    size: 'toString',
    measure: 3,
    faces: 'all',
    rate: 99,
    voices: { ines: 5 },
    showTimes: 'yes',
  }
  expect(readSettings(JSON.stringify(broken))).toEqual(defaultSettings)
})
