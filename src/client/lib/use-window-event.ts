import { useEffect, useEffectEvent } from 'react'

/** Handles an event of the window while the component is mounted. */
export function useWindowEvent<Type extends keyof WindowEventMap>(
  type: Type,
  handle: (event: WindowEventMap[Type]) => void,
): void {
  const onEvent = useEffectEvent(handle)
  useEffect(() => {
    const listener = (event: WindowEventMap[Type]) => onEvent(event)
    window.addEventListener(type, listener)
    return () => window.removeEventListener(type, listener)
  }, [type])
}
