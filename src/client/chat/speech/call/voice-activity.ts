/** Levels are root mean squares of samples from -1 to 1; times are milliseconds. */
const minThreshold = 0.012
/** Speech is this much louder than the noise of the room. */
const aboveNoise = 3
/** While a character speaks, what the microphone hears of it must not count. */
const aboveNoiseWhilePlaying = 8
/** A click or a cough is shorter. */
const startAfter = 160
/** A pause between words is shorter. */
const endAfter = 900
/** How fast the noise is learned: upwards slowly, since speech is no noise, and downwards fast, in the gaps of speech. */
const rising = 0.01
const risingInSpeech = 0.0025
const falling = 0.2

/** The level of a part of a sound. */
export function levelOf(samples: Float32Array): number {
  let sum = 0
  for (const sample of samples) sum += sample * sample
  return Math.sqrt(sum / samples.length)
}

/** Tells from the level of a microphone when somebody begins and ends to speak. */
export class VoiceActivity {
  /** When it was last loud. */
  lastVoiceAt = 0
  #noise = minThreshold / aboveNoise
  #isSpeaking = false
  /** Since when it is loud; null while it is quiet. */
  #loudSince: number | null = null

  /** `isPlaying`: whether a character is heard. Returns what has changed. */
  hear(level: number, now: number, isPlaying = false): 'start' | 'end' | null {
    const factor = isPlaying && !this.#isSpeaking ? aboveNoiseWhilePlaying : aboveNoise
    const isLoud = level > Math.max(minThreshold, this.#noise * factor)
    const speed = level < this.#noise ? falling : this.#isSpeaking ? risingInSpeech : rising
    this.#noise += (level - this.#noise) * speed
    if (isLoud) {
      this.#loudSince ??= now
      this.lastVoiceAt = now
    } else if (now - this.lastVoiceAt > startAfter / 2) this.#loudSince = null
    if (!this.#isSpeaking && this.#loudSince !== null && now - this.#loudSince >= startAfter) {
      this.#isSpeaking = true
      return 'start'
    }
    if (this.#isSpeaking && now - this.lastVoiceAt >= endAfter) {
      this.#isSpeaking = false
      return 'end'
    }
    return null
  }

  /** Forgets what is being said. */
  reset(): void {
    this.#isSpeaking = false
    this.#loudSince = null
  }
}
