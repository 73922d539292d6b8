import { type RefObject, useEffect, useRef } from 'react'

interface Near {
  /** How far from the window is near, in CSS pixels. */
  within: number
  paused: boolean
}

/** Calls when the element that carries the returned ref comes near the window, unless paused. */
export function useNear<Marked extends Element>(
  onNear: () => void,
  { within, paused }: Near,
): RefObject<Marked | null> {
  const mark = useRef<Marked>(null)
  useEffect(() => {
    const element = mark.current
    if (!element || paused) return
    const look = (entries: IntersectionObserverEntry[]) => entries.some((entry) => entry.isIntersecting) && onNear()
    const observer = new IntersectionObserver(look, { rootMargin: `${within}px` })
    observer.observe(element)
    return () => observer.disconnect()
  }, [onNear, within, paused])
  return mark
}
