import { useEffect, useState } from 'react'
import { useReducedMotion } from '#client/lib/reduced-motion.ts'

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

/** The typewriter effect, in characters a second: in the chat, and where nothing else is said. */
export const typewriterSpeeds = { chat: 25, default: 30 } as const

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/**
 * The text typed after `elapsed` milliseconds, at `speed` characters a second. A character is a grapheme: accents,
 * flags and emoji sequences are not split.
 */
export function typedAfter(text: string, elapsed: number, speed: number = typewriterSpeeds.default): string {
  const count = Math.floor((elapsed / 1000) * speed)
  if (count >= text.length) return text
  let seen = 0
  for (const { index } of graphemes.segment(text)) {
    if (seen === count) return text.slice(0, index)
    seen += 1
  }
  return text
}
