import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { toastError } from '#client/ui/toast-error.ts'
import { type Flag, flagLimits } from '#shared/flags.ts'
import { applyFlag, claimFlag, flagOfError, releaseFlag } from './flag-api.ts'
import { claimOf, isDecided } from './flag-filters.ts'
import { describeConflict } from './flag-labels.ts'

/** Twice before a claim ends. */
const renewAfter = flagLimits.claim / 2.5

/**
 * Claims the open flag and releases it. While the admin works, the claim is renewed; it is released when they leave the flag.
 */
export function useClaim(flag: Flag, viewerId: string) {
  const queryClient = useQueryClient()
  const apply = (changed: Flag) => applyFlag(queryClient, changed)
  const claim = useMutation({
    mutationFn: claimFlag,
    onSuccess: apply,
    onError: (error) => {
      const current = flagOfError(error)
      if (current) apply(current)
      const conflict = current && describeConflict(current, Date.now())
      toastError(conflict ?? error, { fallback: 'The flag could not be claimed. Please try again.' })
    },
  })
  const release = useMutation({ mutationFn: releaseFlag, onSuccess: apply })
  const owner = isDecided(flag) ? 'nobody' : claimOf(flag, { id: viewerId, now: Date.now() })
  const isMine = owner === 'me'

  const renew = useEffectEvent(() => {
    // Other errors are shown by the next action.
    claimFlag(flag.id).then(apply, () => {})
  })
  useEffect(() => {
    if (!isMine) return
    let isActive = false
    const noteActivity = () => {
      isActive = true
    }
    const timer = setInterval(() => {
      if (isActive) renew()
      isActive = false
    }, renewAfter)
    for (const type of activities) window.addEventListener(type, noteActivity, { passive: true })
    return () => {
      clearInterval(timer)
      for (const type of activities) window.removeEventListener(type, noteActivity)
    }
  }, [isMine])

  const releaseOnLeave = useEffectEvent(() => {
    // An undelivered release is harmless: the claim ends by itself.
    if (isMine) releaseFlag(flag.id).then(apply, () => {})
  })
  useEffect(() => () => releaseOnLeave(), [])

  return { owner, isPending: claim.isPending || release.isPending, claim: claim.mutate, release: release.mutate }
}

const activities = ['pointerdown', 'keydown', 'scroll', 'pointermove'] as const
