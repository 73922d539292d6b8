import type { QueryClient } from '@tanstack/react-query'
import { create } from 'zustand'
import { loadSession } from '#client/accounts/session.ts'
import { toast } from '#client/ui/toast-store.ts'
import type { User } from '#shared/accounts.ts'
import type { Flag } from '#shared/flags.ts'
import { flagOf, refetchFlags } from '../flags/flag-api.ts'
import { AlertConnection, type AlertState, type AlertTransport } from './alert-connection.ts'
import { alertToast, problemToasts } from './alert-notices.ts'
import { addRecent, updateRecent } from './recent-alerts.ts'

export interface Alerts {
  state: AlertState
  transport: AlertTransport | null
  /** The newest flags since the app was opened. */
  recent: readonly Flag[]
}

const none: Alerts = { state: 'connecting', transport: null, recent: [] }

/** The alerts of the app: one connection for all of its pages. */
export const useLiveAlerts = create<Alerts>(() => none)

let connection: AlertConnection | null = null

export const reconnectAlerts = (): void => connection?.start()

/** Milliseconds in which alerts that come together load the flags once. */
const refetchDelay = 500

interface AlertHostDeps {
  queryClient: QueryClient
  viewer: Pick<User, 'id' | 'accountType'>
  openFlag: (id: string) => void
}

/** Receives alerts: shows toasts, and keeps the cached flags and the count up to date. Returns a function that stops it. */
export function startAlerts({ queryClient, viewer, openFlag }: AlertHostDeps): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const refetch = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      void refetchFlags(queryClient)
    }, refetchDelay)
  }
  const setRecent = (change: (recent: readonly Flag[]) => readonly Flag[]) =>
    useLiveAlerts.setState(({ recent }) => ({ recent: change(recent) }))
  const isEscalated = (flag: Flag) =>
    viewer.accountType === 'admin' &&
    flag.status === 'acknowledged' &&
    flag.escalatedAt === flag.updatedAt &&
    // The viewer has done it.
    queryClient.getQueryData(flagOf(flag.id).queryKey)?.flag.status !== 'acknowledged'
  const started = new AlertConnection({
    onState: (state, transport) => useLiveAlerts.setState({ state, transport }),
    onFlag: ({ type, flag }) => {
      const isNew = type === 'flag_alert'
      const isShown = isNew || isEscalated(flag)
      setRecent((recent) => (isNew ? addRecent(recent, flag) : updateRecent(recent, flag)))
      if (isShown) toast(alertToast(flag, () => openFlag(flag.id)))
      refetch()
    },
    onResync: refetch,
    onProblem: (problem) => {
      // Elsewhere, a chat would be interrupted by what only the dashboard needs.
      if (window.location.pathname === '/admin') toast(problemToasts[problem])
      // The session has ended, or the account may not moderate any more: the page then says so.
      if (problem === 'authentication_required') void loadSession()
    },
  })
  connection = started
  started.start()
  return () => {
    started.stop()
    clearTimeout(timer)
    useLiveAlerts.setState(none)
  }
}
