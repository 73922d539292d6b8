import { useEffect, useState } from 'react'

/** What lines are set in: upright for what is said, italic for what is done. */
const faces = ['1em "Literata Variable"', 'italic 1em "Literata Variable"']
/** On a slow line they are read in another type first, in milliseconds. */
const patience = 1_000

/** Has the type fetched before there is a line to set in it. */
export async function fetchProseType(): Promise<void> {
  await Promise.allSettled(faces.map((face) => document.fonts.load(face)))
}

/**
 * Whether lines can be shown in the type they will keep: one that arrives later breaks them anew, and everything below
 * moves under the reader's eyes.
 */
export function useProseType(): boolean {
  const [ready, setReady] = useState(() => faces.every((face) => document.fonts.check(face)))
  useEffect(() => {
    if (ready) return
    const goOn = () => setReady(true)
    const timer = setTimeout(goOn, patience)
    void fetchProseType().then(goOn)
    return () => clearTimeout(timer)
  }, [ready])
  return ready
}
