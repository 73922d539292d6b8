import { cx } from '#client/lib/cx.ts'
import { Button } from '#client/ui/button.tsx'
import { reconnectAlerts, useLiveAlerts } from './live-alerts.ts'

const labels = { connecting: 'Connecting', connected: 'Connected', disconnected: 'Disconnected' } as const
const dots = {
  connecting: 'bg-gilt animate-breathe',
  connected: 'bg-good',
  disconnected: 'bg-danger',
} as const

/** Whether alerts arrive, and how. */
export function ConnectionIndicator() {
  const { state, transport } = useLiveAlerts()
  return (
    <div className="flex items-center gap-2">
      <p
        role="status"
        aria-label="Live alerts"
        className="flex min-h-9 items-center gap-2 rounded-full border border-line bg-card px-3.5 text-sm"
      >
        <span aria-hidden className={cx('size-2.5 rounded-full', dots[state])} />
        {labels[state]}
        {transport === 'sse' && <span className="text-ink-soft text-xs">without WebSocket</span>}
      </p>
      {state === 'disconnected' && (
        <Button variant="outline" className="min-h-9 py-1.5 pointer-coarse:min-h-11" onClick={reconnectAlerts}>
          Reconnect
        </Button>
      )}
    </div>
  )
}
