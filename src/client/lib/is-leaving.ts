import { useCallback } from 'react'
import { useLocation, useNavigation } from 'react-router'

/**
 * Returns a function that says whether the user has gone on to another page while this one is still shown: it must not
 * change the address any more, which would bring them back.
 */
export function useIsLeaving(): () => boolean {
  const isLoading = useNavigation().state !== 'idle'
  const { key } = useLocation()
  return useCallback(() => {
    // The address is ahead of what is rendered, first of all after Back.
    const { key: current = 'default' } = (window.history.state ?? {}) as { key?: string }
    return isLoading || current !== key
  }, [isLoading, key])
}
