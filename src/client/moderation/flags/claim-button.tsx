import { UserRound } from 'lucide-react'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import type { Flag } from '#shared/flags.ts'
import type { useClaim } from './use-claim.ts'

interface ClaimButtonProps {
  flag: Flag
  claim: ReturnType<typeof useClaim>
  /** The name of the other admin who works on the flag. */
  claimant: string | null
}

/** Claims the flag or releases it; says who else has it. */
export function ClaimButton({ flag, claim, claimant }: ClaimButtonProps) {
  if (claimant !== null) {
    return (
      <Badge variant="soft" className="px-3 py-2 text-xs">
        <UserRound aria-hidden size={14} />
        Claimed by {claimant}
      </Badge>
    )
  }
  const isMine = claim.owner === 'me'
  return (
    <Button
      variant="outline"
      aria-pressed={isMine}
      aria-keyshortcuts="c"
      disabled={claim.isPending}
      onClick={() => (isMine ? claim.release(flag.id) : claim.claim(flag.id))}
    >
      <UserRound aria-hidden size={16} />
      {isMine ? 'Claimed by you' : 'Claim'}
    </Button>
  )
}
