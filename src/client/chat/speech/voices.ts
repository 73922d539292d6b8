import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { queryClient, queryOf } from '#client/lib/query-client.ts'
import { useSite } from '#client/lib/site.ts'
import type { Voice } from '#shared/voices.ts'

const none: readonly Voice[] = []

/** The voices of connected services; none until they are loaded. Without a service, nothing is asked. */
export function useConnectedVoices(): readonly Voice[] {
  return useQuery({ ...queryOf('GET /api/voices'), enabled: useSite(({ speaks }) => speaks) }).data?.voices ?? none
}

/** As `useConnectedVoices`, outside of components. */
export async function findConnectedVoices(): Promise<readonly Voice[]> {
  if (!useSite.getState().speaks) return none
  const found = await queryClient.ensureQueryData(queryOf('GET /api/voices')).catch(() => null)
  return found?.voices ?? none
}

/** Whether anything can be read aloud. */
export function useCanSpeak(): boolean {
  const hasConnected = useSite(({ speaks }) => speaks)
  return useBrowserVoices().length > 0 || hasConnected
}

const synthesis = typeof window === 'undefined' ? undefined : window.speechSynthesis

let voices: SpeechSynthesisVoice[] = synthesis?.getVoices() ?? []

function subscribeToVoices(listener: () => void): () => void {
  const update = () => {
    voices = synthesis?.getVoices() ?? []
    listener()
  }
  synthesis?.addEventListener?.('voiceschanged', update)
  return () => synthesis?.removeEventListener?.('voiceschanged', update)
}

/** The browser's voices; none if it cannot speak. Chromium loads them after the page. */
export function useBrowserVoices(): readonly SpeechSynthesisVoice[] {
  return useSyncExternalStore(
    subscribeToVoices,
    () => voices,
    () => noVoices,
  )
}
/** The browser's voices as far as they are loaded. */
export const listBrowserVoices = (): readonly SpeechSynthesisVoice[] => voices

const noVoices: readonly SpeechSynthesisVoice[] = []
