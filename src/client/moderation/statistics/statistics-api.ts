import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { SafetyReport, Stats } from '#shared/moderation-stats.ts'

export const statisticsKeys = {
  stats: (days: number) => [`/api/admin/stats?days=${days}`],
  safetyReport: (year: number) => [`/api/admin/safety-report?year=${year}`],
} as const

export function useStats(days: number) {
  return useQuery<Stats>({ queryKey: statisticsKeys.stats(days), staleTime: 0 })
}

export type SafetyReportData = z.infer<typeof SafetyReport>

export function useSafetyReport(year: number) {
  return useQuery<SafetyReportData>({ queryKey: statisticsKeys.safetyReport(year), staleTime: 0 })
}
