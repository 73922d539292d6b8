import { useEffect, useState } from 'react'
import { useReducedMotion } from '#client/lib/reduced-motion.ts'
import { typedAfter, typewriterSpeeds } from './typewriter.ts'

/** The typed part of the text; all of it with reduced motion. A click or a key ends the effect. */
export function useTypewriter(text: string, isWanted: boolean, onDone: () => void): string {
  const isReduced = useReducedMotion()
  const isTyping = isWanted && !isReduced
  const [typed, setTyped] = useState('')

  useEffect(() => {
    if (isWanted && isReduced) onDone()
  }, [isWanted, isReduced, onDone])

  useEffect(() => {
    if (!isTyping) return
    const start = performance.now()
    let frame = 0
    const type = () => {
      const now = typedAfter(text, performance.now() - start, typewriterSpeeds.chat)
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
  }, [isTyping, text, onDone])

  return isTyping ? typed : text
}
