import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { longDate } from '#client/lib/dates.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { accountLimits, type RecoveryCodes, type RecoveryCodesLeft } from '#shared/accounts.ts'
import { makeRecoveryCodes } from '../api.ts'
import { PasswordCheckForm } from './password-check-form.tsx'
import { RecoveryCodesSheet } from './recovery-codes-sheet.tsx'
import { SectionFault } from './section-fault.tsx'
import { SettingsSection } from './settings-section.tsx'

const leftKey = ['/api/auth', 'recovery-codes']

export function RecoverySection() {
  const left = useQuery<RecoveryCodesLeft>({ queryKey: leftKey })
  const [made, setMade] = useState<RecoveryCodes | null>(null)
  const [asking, setAsking] = useState(false)
  const [kept, setKept] = useState(false)
  const client = useQueryClient()

  const make = async (password: string) => {
    const codes = await makeRecoveryCodes(password)
    setMade(codes)
    setAsking(false)
    client.setQueryData<RecoveryCodesLeft>(leftKey, { remaining: codes.codes.length, createdAt: codes.createdAt })
  }
  const putAway = () => {
    setMade(null)
    setKept(true)
  }
  return (
    <SettingsSection
      title="Recovery codes"
      text={`${accountLimits.recoveryCodes} codes, each good for setting a new password once. We ask for no e-mail address, so they are the only way back if you forget it.`}
    >
      {made ? (
        <RecoveryCodesSheet made={made} onDone={putAway} />
      ) : (
        <>
          {left.isPending && <Skeleton className="h-[4.75rem] w-full max-w-md rounded-lg" />}
          {left.isError && <SectionFault what="your recovery codes" onRetry={() => void left.refetch()} />}
          {left.data && <Standing left={left.data} focused={kept} onMake={() => setAsking(true)} />}
        </>
      )}
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title={left.data?.createdAt ? 'Make new recovery codes' : 'Make recovery codes'}
        description={
          left.data?.createdAt ? 'The codes you have now will stop working.' : 'First, please show that it is you.'
        }
      >
        <PasswordCheckForm
          action="Make codes"
          doing="Making codes…"
          onSubmit={make}
          onCancel={() => setAsking(false)}
        />
      </Dialog>
    </SettingsSection>
  )
}

/** How things stand: a quiet word when there is no way back yet, a count when there is. */
function Standing({ left, focused, onMake }: { left: RecoveryCodesLeft; focused: boolean; onMake: () => void }) {
  const standing = useRef<HTMLParagraphElement>(null)
  // It takes the place of the codes, and of the button that put them away.
  useEffect(() => {
    if (focused) standing.current?.focus()
  }, [focused])
  const { remaining, createdAt } = left
  const few = remaining > 0 && remaining <= 3
  return (
    <div className="flex flex-col items-start gap-4">
      <p ref={standing} tabIndex={-1} className="flex items-start gap-2.5 outline-none">
        <KeyRound
          aria-hidden
          size={18}
          className={`mt-0.5 shrink-0 ${remaining === 0 ? 'text-curtain' : 'text-ink-soft'}`}
        />
        {remaining === 0 ? (
          <span>You have no recovery codes. Without one, a forgotten password is the end of an account.</span>
        ) : (
          <span>
            <strong className="font-semibold">
              {remaining} of {accountLimits.recoveryCodes} codes left
            </strong>
            {createdAt !== null && <span className="text-ink-soft">, made on {longDate(createdAt)}</span>}
            {few && <span className="block text-ink-soft text-sm">You may want new ones before they run out.</span>}
          </span>
        )}
      </p>
      <Button variant={remaining === 0 ? 'primary' : 'outline'} onClick={onMake}>
        {remaining === 0 ? 'Make recovery codes' : 'Make new codes'}
      </Button>
    </div>
  )
}
