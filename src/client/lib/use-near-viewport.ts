import { type RefObject, useEffect, useRef } from 'react'

interface Options {
  /** The distance from the viewport that counts as near, in CSS pixels. */
  margin: number
  paused: boolean
}

/** Calls back when the element with the returned ref comes near the viewport, unless paused. */
export function useNearViewport<Target extends Element>(
  onNear: () => void,
  { margin, paused }: Options,
): RefObject<Target | null> {
  const target = useRef<Target>(null)
  useEffect(() => {
    const element = target.current
    if (!element || paused) return
    const onIntersect = (entries: IntersectionObserverEntry[]) =>
      entries.some((entry) => entry.isIntersecting) && onNear()
    const observer = new IntersectionObserver(onIntersect, { rootMargin: `${margin}px` })
    observer.observe(element)
    return () => observer.disconnect()
  }, [onNear, margin, paused])
  return target
}
