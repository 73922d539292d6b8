import type { ConversationStore } from '#client/chat/store/conversation-store.ts'
import { call as request } from '#client/lib/http.ts'
import { tryOrNull } from '#client/lib/try-or-null.ts'
import { controlSpeech, speechState } from '../speech-state.ts'
import { Call } from './call.ts'
import { openRecognitionListener } from './recognition-listener.ts'
import { openRecordingListener } from './recording-listener.ts'

interface CallOptions {
  /** Whether a connected service writes down what is said. */
  canTranscribe: boolean
  /** Of the character, for the device. */
  name: string
  image: string
  onHangUp: () => void
}

/** Starts a call on this device; `end` ends it. */
export function startCall(store: ConversationStore, { canTranscribe, name, image, onHangUp }: CallOptions) {
  const call = new Call({
    open: canTranscribe ? openRecordingListener : async (events) => openRecognitionListener(events),
    store,
    speech: speechState,
    controlSpeech,
    now: () => performance.now(),
    onRoundTrip: (milliseconds) => {
      // For those who run the site; the call does not depend on it.
      const query = { milliseconds: Math.round(milliseconds) }
      void request('POST /api/calls/round-trips', { query }).catch(() => {})
    },
  })
  void call.begin()
  const hideSession = showMediaSession(name, image, onHangUp)
  const letSleep = keepAwake()
  const end = () => {
    call.close()
    controlSpeech('stop')
    hideSession()
    letSleep()
  }
  return { call, end }
}

/** Shows the call where the device shows what is played, so that it goes on while the screen is off. Returns a function that ends it. */
function showMediaSession(name: string, image: string, onHangUp: () => void): () => void {
  const { mediaSession } = navigator
  if (!mediaSession) return () => {}
  const artwork = image ? [{ src: new URL(image, window.location.href).href }] : []
  mediaSession.metadata = new MediaMetadata({ title: name, artist: 'Call', artwork })
  mediaSession.playbackState = 'playing'
  // Browsers reject actions that they do not know.
  const setHangUp = (handler: (() => void) | null) =>
    tryOrNull(() => mediaSession.setActionHandler('hangup' as MediaSessionAction, handler))
  setHangUp(onHangUp)
  return () => {
    mediaSession.metadata = null
    mediaSession.playbackState = 'none'
    setHangUp(null)
  }
}

/** Keeps the screen on where the browser can, while the page is visible. Returns a function that ends it. */
function keepAwake(): () => void {
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
