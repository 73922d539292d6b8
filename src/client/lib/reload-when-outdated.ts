const key = 'reloaded-at'
const minimumInterval = 60_000

export function reloadWhenOutdated(): void {
  window.addEventListener('vite:preloadError', () => void reloadOnce())
}

/**
 * Reloads the page after a chunk failed to load. After a deployment, chunks of the old build no longer exist. Reloads at
 * most once a minute, so that a permanently missing chunk ends in an error page and not in a reload loop.
 */
export async function reloadOnce(): Promise<void> {
  const answer = await fetch('/', { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  // Without the server a reload loads no newer page, and loses the one that is shown.
  if (!answer?.ok) return
  try {
    if (Date.now() - Number(sessionStorage.getItem(key) ?? 0) < minimumInterval) return
    sessionStorage.setItem(key, String(Date.now()))
  } catch {
    // Without storage, nothing would stop a reload loop.
    return
  }
  window.location.reload()
}
