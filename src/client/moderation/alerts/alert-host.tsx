import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useUser } from '#client/accounts/session.ts'
import { readFlagFilters, writeFlagFilters } from '../flags/flag-filters.ts'
import { startAlerts } from './live-alerts.ts'

/** Receives alerts on every page, for those who moderate. */
export function AlertHost() {
  const { id, accountType } = useUser()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const openFlag = useEffectEvent((flagId: string) => {
    // On the dashboard, its filters stay.
    const filters = readFlagFilters(new URLSearchParams(pathname === '/admin' ? search : ''))
    const query = writeFlagFilters(filters)
    query.set('flag', flagId)
    void navigate(`/admin?${query}`)
  })
  useEffect(
    () => startAlerts({ viewer: { id, accountType }, openFlag: (flagId) => openFlag(flagId) }),
    [id, accountType],
  )
  return null
}
