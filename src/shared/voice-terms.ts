export const voiceLimits = {
  /** Of one connection. */
  voices: 200,
  /** UTF-16 code units of the id or the label of a voice. */
  voice: 100,
  /** UTF-16 code units that are spoken by one request: a few sentences, so that the sound begins soon. */
  spoken: 1_000,
  /** UTF-16 code units of `input` in OpenAI's protocol. */
  input: 4_096,
  /** Bytes of a recording. */
  recording: 5 * 1024 * 1024,
  /** Minutes of a day. */
  minutes: 1_440,
  dollars: 10_000,
} as const

/** As many characters are counted as one second of speech, before the service has spoken them. */
export const charactersPerSecond = 15
/** As many bytes of a recording are counted as one second: 16-bit WAV with 16 kHz, and compressed sound with 32 kbit/s. */
export const bytesPerSecond = { wav: 32_000, compressed: 4_000 } as const

/** In place of a voice of a character: its speech, or what it does, is left out. */
export const silentVoice = 'silent'

/** The types of recordings; parameters such as `;codecs=opus` may follow. */
export const recordingTypes = ['audio/webm', 'audio/ogg', 'audio/mp4', 'audio/wav', 'audio/mpeg'] as const

/** The name of a voice; empty where none is chosen. */
export const voicePattern = /^[\p{L}\p{N} ._:/+()-]*$/u
