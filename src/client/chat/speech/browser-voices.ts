import { useSyncExternalStore } from 'react'

const synthesis = typeof window === 'undefined' ? undefined : window.speechSynthesis

let voices: SpeechSynthesisVoice[] = synthesis?.getVoices() ?? []

function subscribeToVoices(listener: () => void): () => void {
  const update = () => {
    voices = synthesis?.getVoices() ?? []
    listener()
  }
  synthesis?.addEventListener?.('voiceschanged', update)
  return () => synthesis?.removeEventListener?.('voiceschanged', update)
}

/** The browser's voices; none if it cannot speak. Chromium loads them after the page. */
export function useBrowserVoices(): readonly SpeechSynthesisVoice[] {
  return useSyncExternalStore(
    subscribeToVoices,
    () => voices,
    () => noVoices,
  )
}
/** The browser's voices as far as they are loaded. */
export const listBrowserVoices = (): readonly SpeechSynthesisVoice[] => voices

const noVoices: readonly SpeechSynthesisVoice[] = []
