import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#client/lib/query-client.ts'

export function useStats(days: number) {
  return useQuery({ ...queryOf('GET /api/admin/stats', { query: { days } }), staleTime: 0 })
}

export function useSafetyReport(year: number) {
  return useQuery({ ...queryOf('GET /api/admin/safety-report', { query: { year } }), staleTime: 0 })
}
