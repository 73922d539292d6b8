import { type QueryClient, useQuery } from '@tanstack/react-query'
import { queryOf } from '#client/lib/query-client.ts'
import { useSite } from '#client/lib/site.ts'
import type { Voice } from '#shared/voices.ts'
import { useBrowserVoices } from './browser-voices.ts'

const none: readonly Voice[] = []

/** The voices of connected services; none until they are loaded. Without a service, nothing is asked. */
export function useConnectedVoices(): readonly Voice[] {
  return useQuery({ ...queryOf('GET /api/voices'), enabled: useSite(({ speaks }) => speaks) }).data?.voices ?? none
}

/** As `useConnectedVoices`, outside of components. */
export async function findConnectedVoices(client: QueryClient): Promise<readonly Voice[]> {
  if (!useSite.getState().speaks) return none
  const found = await client.ensureQueryData(queryOf('GET /api/voices')).catch(() => null)
  return found?.voices ?? none
}

/** Whether anything can be read aloud. */
export function useCanSpeak(): boolean {
  const hasConnected = useSite(({ speaks }) => speaks)
  return useBrowserVoices().length > 0 || hasConnected
}
