import { useSyncExternalStore } from 'react'
import { useStore } from 'zustand/react'
import { getReadingSettings } from '../reading/reading-settings.ts'
import { Speaker, type Voice } from './speaker.ts'

const synthesis = typeof window === 'undefined' ? undefined : window.speechSynthesis

/** The one speaker of the page: the browser has one queue of utterances for all tabs. */
export const speaker = new Speaker({
  say: (sentence, { voiceUri, rate }, onEnd) => {
    if (!synthesis) {
      onEnd(true)
      return () => {}
    }
    const utterance = new SpeechSynthesisUtterance(sentence)
    const voice = voices.find((one) => one.voiceURI === voiceUri)
    if (voice) {
      utterance.voice = voice
      utterance.lang = voice.lang
    }
    utterance.rate = rate
    utterance.onend = () => onEnd(false)
    utterance.onerror = () => onEnd(true)
    synthesis.speak(utterance)
    return () => synthesis.cancel()
  },
})

if (synthesis) window.addEventListener('pagehide', () => speaker.stop())

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
export function useVoices(): readonly SpeechSynthesisVoice[] {
  return useSyncExternalStore(
    subscribeToVoices,
    () => voices,
    () => noVoices,
  )
}
/** The browser's voices as far as they are loaded. */
export const listVoices = (): readonly SpeechSynthesisVoice[] => voices
export const canSpeak = () => voices.length > 0

const noVoices: readonly SpeechSynthesisVoice[] = []

/** The voice of a character as the user has chosen it on this device. */
export function voiceOf(characterId: string): Voice {
  const { voices: chosen, rate } = getReadingSettings()
  return { voiceUri: chosen[characterId], rate }
}

export function useSpeaker<T>(select: (state: ReturnType<Speaker['state']['getState']>) => T): T {
  return useStore(speaker.state, select)
}
