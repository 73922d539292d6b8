import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#client/lib/query-client.ts'
import type { Voices } from '#shared/voices.ts'
import { useBrowserVoices } from './browser-voices.ts'

const nothing: Voices = { voices: [], canTranscribe: false, secondsLeft: null }

/** The voices of connected services, and whether one of them transcribes; nothing until they are loaded. */
export function useConnectedVoices(): Voices {
  return useQuery(queryOf('GET /api/voices')).data ?? nothing
}

/** Whether anything can be read aloud. */
export function useCanSpeak(): boolean {
  const { voices } = useConnectedVoices()
  const hasBrowserVoices = useBrowserVoices().length > 0
  return voices.length > 0 || hasBrowserVoices
}
