import { tryOrNull } from '#client/lib/try-or-null.ts'

/** Shows the call where the device shows what is played, so that it goes on while the screen is off. Returns a function that ends it. */
export function showMediaSession(name: string, image: string, onHangUp: () => void): () => void {
  const { mediaSession } = navigator
  if (!mediaSession) return () => {}
  const setHangUp = (handler: (() => void) | null) => {
    for (const action of ['hangup', 'stop'] as const) {
      // Browsers reject actions that they do not know.
      tryOrNull(() => mediaSession.setActionHandler(action as MediaSessionAction, handler))
    }
  }
  const artwork = image ? [{ src: new URL(image, window.location.href).href }] : []
  mediaSession.metadata = new MediaMetadata({ title: name, artist: 'Call', artwork })
  mediaSession.playbackState = 'playing'
  setHangUp(onHangUp)
  return () => {
    mediaSession.metadata = null
    mediaSession.playbackState = 'none'
    setHangUp(null)
  }
}

/** Keeps the screen on where the browser can, while the page is visible. Returns a function that ends it. */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | null = null
  let isEnded = false
  const request = async () => {
    if (isEnded || document.visibilityState !== 'visible') return
    lock = (await navigator.wakeLock?.request('screen').catch(() => null)) ?? null
    if (isEnded) void lock?.release()
  }
  void request()
  document.addEventListener('visibilitychange', request)
  return () => {
    isEnded = true
    document.removeEventListener('visibilitychange', request)
    void lock?.release()
  }
}
