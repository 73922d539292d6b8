import { useMediaQuery } from '#client/lib/media-query.ts'
import { useSite } from '#client/lib/site.ts'
import { useReadingSettings } from '../reading/reading-settings.ts'

/** Whether the browser has a speech recognition of its own. */
export const canRecognise =
  typeof window !== 'undefined' && ('SpeechRecognition' in window || 'webkitSpeechRecognition' in window)

/** Whether a connected service writes down what is said. */
export const useCanTranscribe = (): boolean => useSite(({ transcribes }) => transcribes)

/** Whether speech can be turned into text: by a connected service, or by the browser. */
export function useCanDictate(): boolean {
  return useCanTranscribe() || canRecognise
}

/** Whether the composer has a button to dictate. The keyboards of touch devices have one of their own. */
export function useDictationWanted(): boolean {
  const isTouch = useMediaQuery('(pointer: coarse)')
  return useReadingSettings(({ dictation }) => dictation) ?? !isTouch
}

export interface DictationControl {
  toggle: () => void
  /** Ends what is recorded. False if nothing is. */
  finish: () => boolean
}

let control: DictationControl | null = null

/** Sets what the commands below do, while the composer's button is shown. Returns a function that unsets it. */
export function setDictationControl(next: DictationControl): () => void {
  control = next
  return () => {
    if (control === next) control = null
  }
}

/** Starts or stops dictation. False if the composer has no button for it. */
export function toggleDictation(): boolean {
  control?.toggle()
  return control !== null
}

/** Ends a recording, whose words would be missing in the message that is sent. Returns whether there was one. */
export const finishDictation = (): boolean => control?.finish() ?? false

/** The code that listens is loaded when it is used first. */
export const loadDictation = () => import('./start-dictation.ts')
