import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { loadSession } from '#client/accounts/session.ts'
import { toast } from '#client/ui/toast-store.ts'
import type { Flag } from '#shared/flags.ts'
import { applyFlag, refetchFlags } from '../flags/flag-cache.ts'
import { AlertConnection, type AlertProblem, type AlertState, type AlertTransport } from './alert-connection.ts'
import { alertToast, problemToasts } from './alert-notices.ts'
import { addRecent, updateRecent } from './recent-alerts.ts'

export interface Alerts {
  state: AlertState
  transport: AlertTransport | null
  /** The problem that ended the connection or keeps it from being made. */
  problem: AlertProblem | null
  recent: readonly Flag[]
  reconnect: () => void
}

/** Receives alerts while the dashboard is open: shows toasts, and keeps the cached flags up to date. */
export function useAlerts(viewerId: string, openFlag: (id: string) => void): Alerts {
  const queryClient = useQueryClient()
  const [status, setStatus] = useState<Pick<Alerts, 'state' | 'transport'>>({ state: 'connecting', transport: null })
  const [problem, setProblem] = useState<AlertProblem | null>(null)
  const [recent, setRecent] = useState<readonly Flag[]>([])
  const connection = useRef<AlertConnection | null>(null)
  const open = useEffectEvent((id: string) => openFlag(id))

  useEffect(() => {
    connection.current = new AlertConnection({
      onState: (state, transport) => {
        setStatus({ state, transport })
        if (state === 'connected') setProblem(null)
      },
      onFlag: ({ type, flag }) => {
        applyFlag(queryClient, flag, { id: viewerId, now: Date.now() })
        if (type === 'flag_updated') return setRecent((recent) => updateRecent(recent, flag))
        setRecent((recent) => addRecent(recent, flag))
        toast(alertToast(flag, () => open(flag.id)))
      },
      onResync: () => void refetchFlags(queryClient),
      onProblem: (problem) => {
        setProblem(problem)
        toast(problemToasts[problem])
        // The session has ended, or the account is no longer an admin: the page then says so.
        if (problem === 'authentication_required') void loadSession()
      },
    })
    connection.current.start()
    return () => connection.current?.stop()
  }, [queryClient, viewerId])

  const reconnect = useCallback(() => connection.current?.start(), [])
  return { ...status, problem, recent, reconnect }
}
