import { type Dictation, startRecognition } from '../start-dictation.ts'
import { initialListening, type Listener, type ListenerEvents } from './call.ts'

/** Milliseconds without a new word after which somebody has spoken. */
const silence = 1_200

/**
 * Listens with the browser's own recognition. It does not listen while a character speaks, which it would understand as the
 * player's words: a press interrupts.
 */
export function openRecognitionListener(events: ListenerEvents): Listener {
  let listening = initialListening
  let isPressed = false
  let isClosed = false
  let current: Dictation | null = null

  const start = () => {
    let heard = ''
    let heardAt = performance.now()
    const isHeld = isPressed
    let timer: ReturnType<typeof setTimeout> | undefined
    const dictation = startRecognition({
      onStart: () => {},
      onText: (text) => {
        if (heard === '' && !isPressed) events.onVoice()
        heard = text
        heardAt = performance.now()
        clearTimeout(timer)
        if (!isPressed) timer = setTimeout(() => dictation.stop(), silence)
      },
      onEnd: (problem) => {
        clearTimeout(timer)
        if (current !== dictation) return
        current = null
        if (problem) return events.onProblem(problem)
        if (heard || isHeld) events.onSpoken(Promise.resolve(heard), heardAt)
        update()
      },
    })
    current = dictation
  }
  const drop = () => {
    const dropped = current
    current = null
    dropped?.cancel()
  }
  /** Listens where it is to. The browser ends a recognition in which nobody speaks. */
  const update = () => {
    const { isHandsFree, isMuted, isPlaying } = listening
    const isWanted = !isClosed && !isMuted && (isPressed || (isHandsFree && !isPlaying))
    if (isWanted && !current) start()
    else if (!isWanted) drop()
  }
  update()
  return {
    set: (changes) => {
      listening = { ...listening, ...changes }
      update()
    },
    press: () => {
      isPressed = true
      drop()
      events.onVoice()
      update()
    },
    release: () => {
      isPressed = false
      current?.stop()
    },
    close: () => {
      isClosed = true
      update()
    },
  }
}
