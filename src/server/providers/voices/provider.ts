import type { Readable } from 'node:stream'

/** What a service speaks, while it speaks it. The stream fails with a `ModelError` when the service breaks off. */
export interface Sound {
  /** The media type, as the first bytes tell it. */
  type: SoundType
  stream: Readable
}

export interface Recording {
  bytes: Uint8Array
  type: string
  /** What is spoken, as two or three letters; the service finds out without it. */
  language?: string | undefined
}

export interface NamedVoice {
  id: string
  label: string
}

/** A service that speaks and transcribes. All calls reject with a `ModelError`, or with the signal's reason when aborted. */
export interface VoiceProvider {
  /** Resolves with the first bytes. */
  speak(text: string, voice: string, signal: AbortSignal): Promise<Sound>
  transcribe(recording: Recording, signal: AbortSignal): Promise<string>
  listVoices(signal: AbortSignal): Promise<NamedVoice[]>
  close(): Promise<void>
}

/** The extension of a stored file by its type. */
export const soundTypes = {
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'audio/ogg': 'ogg',
  'audio/flac': 'flac',
} as const
export type SoundType = keyof typeof soundTypes

/** The type of a sound by its first bytes: services name another one, or send an error as a sound. Null for what is none. */
export function findSoundType(start: Buffer): SoundType | null {
  const tag = start.toString('latin1', 0, 4)
  if (tag.startsWith('ID3') || (start[0] === 0xff && ((start[1] ?? 0) & 0xe0) === 0xe0)) return 'audio/mpeg'
  return ({ RIFF: 'audio/wav', OggS: 'audio/ogg', fLaC: 'audio/flac' } as const)[tag] ?? null
}
