import { useQuery } from '@tanstack/react-query'
import type { FlagCount } from '#shared/flags.ts'

export const flagCountKey = ['/api/admin/flags/count'] as const

/** How many flags are open. Alerts keep it up to date; 0 until it is known. */
export function useFlagCount(): number {
  return useQuery<FlagCount>({ queryKey: flagCountKey }).data?.open ?? 0
}
