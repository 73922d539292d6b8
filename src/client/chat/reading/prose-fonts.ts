import { useEffect, useState } from 'react'

/** The faces of messages: upright for speech, italic for actions. */
const faces = ['1em "Literata Variable"', 'italic 1em "Literata Variable"']
/** On a slow connection messages are shown in the fallback font after this time, in milliseconds. */
const timeout = 1_000

/** Whether messages can be rendered in their font: a font that arrives later changes line breaks and moves what is below. */
export function useProseFonts(): boolean {
  const [ready, setReady] = useState(() => faces.every((face) => document.fonts.check(face)))
  useEffect(() => {
    if (ready) return
    const finish = () => setReady(true)
    const timer = setTimeout(finish, timeout)
    void Promise.allSettled(faces.map((face) => document.fonts.load(face))).then(finish)
    return () => clearTimeout(timer)
  }, [ready])
  return ready
}
