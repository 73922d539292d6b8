import { expect, it } from 'vitest'
import { levelOf, VoiceActivity } from './voice-activity.ts'

const step = 40
const rate = 16_000

/** The samples of one step: a tone of 220 Hz over noise that is the same in each run. */
function samplesOf(tone: number, noise: number): Float32Array {
  let seed = 7
  return Float32Array.from({ length: (rate * step) / 1_000 }, (_, at) => {
    seed = (seed * 16_807) % 2_147_483_647
    return tone * Math.sin((2 * Math.PI * 220 * at) / rate) + noise * ((2 * seed) / 2_147_483_647 - 1)
  })
}

/** Hears parts of a sound one after the other; returns what it told, and when. */
function hear(parts: { ms: number; tone?: number; noise?: number }[], { isPlaying = false } = {}) {
  const activity = new VoiceActivity()
  const told: [string, number][] = []
  let now = 0
  for (const { ms, tone = 0, noise = 0.002 } of parts) {
    const level = levelOf(samplesOf(tone, noise))
    for (const end = now + ms; now < end; now += step) {
      const change = activity.hear(level, now, isPlaying)
      if (change) told.push([change, now])
    }
  }
  return told
}

it('hears where speech begins and ends, across the pauses between words', () => {
  const told = hear([{ ms: 1_000 }, { ms: 600, tone: 0.2 }, { ms: 400 }, { ms: 600, tone: 0.1 }, { ms: 2_000 }])
  expect(told).toEqual([
    ['start', 1_160],
    ['end', 3_480],
  ])
})

it('hears no speech in a click, nor in the noise of a room that it knows', () => {
  expect(hear([{ ms: 500 }, { ms: 80, tone: 0.5 }, { ms: 1_500 }])).toEqual([])
  expect(hear([{ ms: 5_000, noise: 0.015 }])).toEqual([])
  expect(
    hear([
      { ms: 5_000, noise: 0.015 },
      { ms: 800, tone: 0.15, noise: 0.015 },
    ]).map(([change]) => change),
  ).toEqual(['start'])
})

it('takes a noise that goes on for no speech after some seconds', () => {
  const told = hear([{ ms: 1_000 }, { ms: 30_000, noise: 0.1 }]).map(([change]) => change)
  expect(told).toEqual(['start', 'end'])
})

it('needs a louder voice while a character speaks', () => {
  const parts = [
    { ms: 2_000, noise: 0.008 },
    { ms: 600, tone: 0.025, noise: 0.008 },
  ]
  expect(hear(parts).map(([change]) => change)).toEqual(['start'])
  expect(hear(parts, { isPlaying: true })).toEqual([])
  expect(
    hear(
      [
        { ms: 2_000, noise: 0.008 },
        { ms: 600, tone: 0.3 },
      ],
      { isPlaying: true },
    ),
  ).toHaveLength(1)
})
