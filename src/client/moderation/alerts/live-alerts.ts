import { create } from 'zustand'
import { loadSession } from '#client/accounts/session.ts'
import { queryClient } from '#client/lib/query-client.ts'
import { type ToastOptions, toast, toastRules } from '#client/ui/toast-store.ts'
import type { User } from '#shared/accounts.ts'
import type { Flag } from '#shared/flags.ts'
import { flagOf, refetchFlags } from '../flags/flag-api.ts'
import { severeFrom } from '../severity-badge.tsx'
import { type AlertProblem, type AlertState, type AlertTransport, createAlertConnection } from './alert-connection.ts'
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

let connection: ReturnType<typeof createAlertConnection> | null = null

export const reconnectAlerts = (): void => connection?.start()

/** Milliseconds in which alerts that come together load the flags once. */
const refetchDelay = 500

interface AlertHostDeps {
  viewer: Pick<User, 'id' | 'accountType'>
  openFlag: (id: string) => void
}

/** Receives alerts: shows toasts, and keeps the cached flags and the count up to date. Returns a function that stops it. */
export function startAlerts({ viewer, openFlag }: AlertHostDeps): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const refetch = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      void refetchFlags()
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
  const started = createAlertConnection({
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

/** The toast for each problem of the connection. */
export const problemToasts: Record<AlertProblem, ToastOptions> = {
  authentication_required: {
    title: 'Authentication Required',
    description: 'Please log in as admin to receive alerts.',
    variant: 'destructive',
  },
  connection_failed: {
    title: 'Connection Failed',
    description: 'Alerts cannot be received at the moment. We keep trying to connect.',
    variant: 'destructive',
  },
  authentication_timeout: {
    title: 'Authentication Timeout',
    description: 'The server did not receive your login in time. Please refresh the page.',
    variant: 'destructive',
  },
  authentication_failed: {
    title: 'Authentication Failed',
    description: 'The server refused this connection. Please refresh the page if no alerts arrive.',
    variant: 'destructive',
  },
}

export function alertToast(flag: Flag, open: () => void): ToastOptions {
  return {
    title: `${flag.escalatedAt === null ? 'New' : 'Escalated'} flag, severity ${flag.severity}`,
    description: flag.summary,
    variant: flag.severity >= severeFrom ? 'destructive' : 'default',
    action: { label: 'Open', onSelect: open },
    duration: toastRules.duration,
  }
}
