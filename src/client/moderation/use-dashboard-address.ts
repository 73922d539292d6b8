import { useSearchParams } from 'react-router'
import { type FlagFilters, readFlagFilters, writeFlagFilters } from './flags/flag-filters.ts'
import { selectFlags } from './flags/flag-selection.ts'

export const dashboardTabs = ['flags', 'audit', 'statistics'] as const
export type DashboardTab = (typeof dashboardTabs)[number]

/** The tab, the filters and the open flag. They are in the address, so that Back and shared links work. */
export function useDashboardAddress() {
  const [params, setParams] = useSearchParams()
  const tab = dashboardTabs.find((name) => name === params.get('tab')) ?? 'flags'
  const flagId = params.get('flag')
  const setTab = (next: DashboardTab) => setParams(next === 'flags' ? {} : { tab: next }, { preventScrollReset: true })
  const setFilters = (next: FlagFilters) => {
    selectFlags([])
    setParams(writeFlagFilters(next), { preventScrollReset: true })
  }
  /** Opens a flag beside the queue, or in its place on narrow screens; null goes back to the queue. */
  const openFlag = (id: string | null) => {
    const next = (params: URLSearchParams) => {
      const query = writeFlagFilters(readFlagFilters(params))
      if (id) query.set('flag', id)
      return query
    }
    // Back leads to the queue, not through every flag that was open.
    setParams(next, { replace: flagId !== null, preventScrollReset: true })
  }
  return { tab, setTab, filters: readFlagFilters(params), setFilters, flagId, openFlag }
}
