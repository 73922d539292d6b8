import { useEffect, useState } from 'react'
import { useMediaQuery } from '#client/lib/media-query.ts'
import { typedAfter } from './typewriter.ts'

/** The text as far as it is typed; the whole of it for those who ask for less motion. A click or a key ends the wait. */
export function useTypewriter(text: string, wanted: boolean, onDone: () => void): string {
  const still = useMediaQuery('(prefers-reduced-motion: reduce)')
  const typing = wanted && !still
  const [typed, setTyped] = useState('')

  useEffect(() => {
    if (wanted && still) onDone()
  }, [wanted, still, onDone])

  useEffect(() => {
    if (!typing) return
    const began = performance.now()
    let frame = 0
    const type = () => {
      const now = typedAfter(text, performance.now() - began)
      setTyped(now)
      if (now === text) onDone()
      else frame = requestAnimationFrame(type)
    }
    type()
    window.addEventListener('pointerdown', onDone)
    window.addEventListener('keydown', onDone)
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('pointerdown', onDone)
      window.removeEventListener('keydown', onDone)
    }
  }, [typing, text, onDone])

  return typing ? typed : text
}
