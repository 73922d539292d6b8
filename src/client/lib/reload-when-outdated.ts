const key = 'reloaded-at'
const minimumInterval = 60_000

interface Tab {
  storage: Pick<Storage, 'getItem' | 'setItem'>
  /** Whether the server answers. */
  isReachable: () => Promise<boolean>
  now: () => number
  reload: () => void
}

/**
 * Reloads the page after a chunk failed to load. After a deployment, chunks of the old build no longer exist. Reloads at
 * most once a minute, so that a permanently missing chunk ends in an error page and not in a reload loop.
 */
export async function reloadOnce({ storage, isReachable, now, reload }: Tab): Promise<void> {
  // Otherwise a reload loads no newer page, and loses the one that is shown.
  if (!(await isReachable())) return
  try {
    if (now() - Number(storage.getItem(key) ?? 0) < minimumInterval) return
    storage.setItem(key, String(now()))
  } catch {
    // Without storage, nothing would stop a reload loop.
    return
  }
  reload()
}

export function reloadWhenOutdated(): void {
  window.addEventListener('vite:preloadError', () => {
    void reloadOnce({
      // Accessed lazily: reading `sessionStorage` itself may throw.
      storage: {
        getItem: (name) => sessionStorage.getItem(name),
        setItem: (...item) => sessionStorage.setItem(...item),
      },
      isReachable: () =>
        fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
          ({ ok }) => ok,
          () => false,
        ),
      now: Date.now,
      reload: () => window.location.reload(),
    })
  })
}
