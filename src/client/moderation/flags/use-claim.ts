import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useUser } from '#client/accounts/session.ts'
import { call } from '#client/lib/http.ts'
import { type Flag, flagLimits } from '#shared/flags.ts'
import { applyFlag, showFlagError } from './flag-api.ts'
import { claimOf, isDecided } from './flag-filters.ts'

/** Twice before a claim ends. */
const renewAfter = flagLimits.claim / 2.5

/**
 * Claims the open flag and releases it. While the admin works, the claim is renewed; it is released when they leave the flag.
 */
export function useClaim(flag: Flag) {
  const { id: viewerId } = useUser()
  const params = { id: flag.id }
  const show = ({ flag: changed }: { flag: Flag }) => applyFlag(changed)
  const sendClaim = () => call('POST /api/admin/flags/:id/claim', { params }).then(show)
  const sendRelease = () => call('DELETE /api/admin/flags/:id/claim', { params }).then(show)
  const claim = useMutation({
    mutationFn: sendClaim,
    onError: (error) => showFlagError(error, 'The flag could not be claimed. Please try again.'),
  })
  const release = useMutation({ mutationFn: sendRelease })
  const owner = isDecided(flag) ? 'nobody' : claimOf(flag, viewerId)
  const isMine = owner === 'me'

  const renew = useEffectEvent(() => {
    // Other errors are shown by the next action.
    sendClaim().catch(() => {})
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
    if (isMine) sendRelease().catch(() => {})
  })
  useEffect(() => () => releaseOnLeave(), [])

  return { owner, isPending: claim.isPending || release.isPending, claim: claim.mutate, release: release.mutate }
}

const activities = ['pointerdown', 'keydown', 'scroll', 'pointermove'] as const
