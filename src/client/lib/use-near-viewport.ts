import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

interface Options {
  /** The distance from the viewport that counts as near, in CSS pixels. */
  margin: number
  paused: boolean
}

/** Calls back when the element with the returned ref comes near the viewport, unless paused. */
export function useNearViewport<Target extends Element>(
  handle: () => void,
  { margin, paused }: Options,
): RefObject<Target | null> {
  const target = useRef<Target>(null)
  const onNear = useEffectEvent(handle)
  useEffect(() => {
    const element = target.current
    if (!element || paused) return
    const onIntersect = (entries: IntersectionObserverEntry[]) =>
      entries.some((entry) => entry.isIntersecting) && onNear()
    const observer = new IntersectionObserver(onIntersect, { rootMargin: `${margin}px` })
    observer.observe(element)
    return () => observer.disconnect()
  }, [margin, paused])
  return target
}
