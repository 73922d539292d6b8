import { CloudOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void) {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Says so when the network is gone, and goes away when it is back. */
export function OfflineNotice() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <div role="status">
      {!online && (
        <p className="flex items-center justify-center gap-2 bg-ink px-4 py-2.5 text-center text-paper text-sm">
          <CloudOff aria-hidden size={16} className="shrink-0" />
          You are offline. What you write stays here until the connection is back.
        </p>
      )}
    </div>
  )
}
