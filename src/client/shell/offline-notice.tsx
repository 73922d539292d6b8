import { CloudOff } from 'lucide-react'
import { useOnline } from '#client/lib/online.ts'

/** A notice shown while the browser is offline. */
export function OfflineNotice() {
  const online = useOnline()
  return (
    <div role="status">
      {!online && (
        <p className="flex items-center justify-center gap-2 bg-ink px-4 py-2.5 text-center text-paper text-sm">
          <CloudOff aria-hidden size={16} className="shrink-0" />
          You are offline. What you write is kept on this device until the connection is back.
        </p>
      )}
    </div>
  )
}
