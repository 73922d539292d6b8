const key = 'reloaded-at'
const atMost = 60_000

interface Tab {
  storage: Pick<Storage, 'getItem' | 'setItem'>
  isOnline: () => boolean
  now: () => number
  reload: () => void
}

/**
 * After a deployment an open page may ask for a piece of script that is gone: the page itself is outdated, so it is
 * fetched anew. At most once a minute, because a piece that stays away must end in words and not in a circle.
 */
export function reloadOnce({ storage, isOnline, now, reload }: Tab): void {
  // Without a network nothing newer is to be had.
  if (!isOnline()) return
  try {
    if (now() - Number(storage.getItem(key) ?? 0) < atMost) return
    storage.setItem(key, String(now()))
  } catch {
    // Where nothing can be remembered, nothing would stop the circle.
    return
  }
  reload()
}

export function reloadWhenOutdated(): void {
  window.addEventListener('vite:preloadError', () => {
    reloadOnce({
      // Read only now: merely asking for it may be refused.
      storage: {
        getItem: (name) => sessionStorage.getItem(name),
        setItem: (...item) => sessionStorage.setItem(...item),
      },
      isOnline: () => navigator.onLine,
      now: Date.now,
      reload: () => window.location.reload(),
    })
  })
}
