import { type ToastOptions, toastRules } from '#client/ui/toast-store.ts'
import type { Flag } from '#shared/flags.ts'
import { severeFrom } from '../severity-badge.tsx'
import type { AlertProblem } from './alert-connection.ts'

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
