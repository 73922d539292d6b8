import { useCallback } from 'react'

/** The room of a toast with two lines of text, at the right edge of larger windows. */
const toast = { width: 420, height: 140 }

/** Keeps toasts above the element with this ref while it is at the lower edge of the window, where they would cover it. */
export function useToastLift() {
  return useCallback((element: HTMLElement | null) => {
    if (!element) return
    const { style } = document.documentElement
    let lift = -1
    const measure = () => {
      const measured = measureLift(element.getBoundingClientRect())
      if (measured !== lift) style.setProperty('--toast-lift', `${measured}px`)
      lift = measured
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    // What stands above the element moves it.
    if (element.parentElement) observer.observe(element.parentElement)
    const listening = new AbortController()
    window.addEventListener('scroll', measure, { passive: true, signal: listening.signal })
    window.addEventListener('resize', measure, { signal: listening.signal })
    return () => {
      observer.disconnect()
      listening.abort()
      style.removeProperty('--toast-lift')
    }
  }, [])
}

function measureLift({ top, right, bottom }: DOMRect): number {
  const { innerWidth, innerHeight } = window
  const isUnderToasts = right > innerWidth - toast.width && bottom > innerHeight - toast.height && top < innerHeight
  return isUnderToasts ? Math.round(innerHeight - top) : 0
}
