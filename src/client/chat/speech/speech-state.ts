import { useStore } from 'zustand/react'
import { createStore } from 'zustand/vanilla'
import type { Sentence } from './split-speech.ts'

/** How a sentence is spoken. */
export interface Voice {
  /** The id of a voice of a connected service; null for the browser's. */
  connected: string | null
  /** The `voiceURI` of one of the browser's voices; undefined for the browser's own choice. */
  browser: string | undefined
}

/** `address`: of its sound by the connected voice; null leaves it to the browser. */
export type SpokenSentence = Sentence<Voice> & { address: string | null }

export interface SpeechState {
  /** The message that is read aloud, by its key. */
  key: string | null
  isPaused: boolean
  /** What is heard at the moment. */
  sentence: SpokenSentence | null
}

export const silence: SpeechState = { key: null, isPaused: false, sentence: null }

/** What is read aloud on this page. It is apart from the speaker, whose code is loaded when something is read first. */
export const speechState = createStore<SpeechState>(() => silence)

export function useSpeech<T>(select: (state: SpeechState) => T): T {
  return useStore(speechState, select)
}

export const loadSpeaker = () => import('./page-speaker.ts')

/** Pauses, continues or stops what is read. Returns whether anything is. */
export function controlSpeech(action: 'pause' | 'resume' | 'stop'): boolean {
  if (speechState.getState().key === null) return false
  void loadSpeaker().then(({ speaker }) => speaker[action]())
  return true
}
