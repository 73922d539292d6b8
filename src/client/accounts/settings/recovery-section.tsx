import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { longDate } from '#client/lib/dates.ts'
import { call } from '#client/lib/http.ts'
import { queryOf } from '#client/lib/query-client.ts'
import { Button } from '#client/ui/button.tsx'
import { LoadError } from '#client/ui/load-error.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { accountLimits, type RecoveryCodes, type RecoveryCodesLeft } from '#shared/accounts.ts'
import { passwordDialog } from '../dialogs.ts'
import { RecoveryCodesSheet } from './recovery-codes-sheet.tsx'
import { SettingsSection } from './settings-section.tsx'

const query = queryOf('GET /api/auth/recovery-codes')

export function RecoverySection() {
  const remaining = useQuery(query)
  const [codes, setCodes] = useState<RecoveryCodes | null>(null)
  const [wasClosed, setWasClosed] = useState(false)
  const queryClient = useQueryClient()

  const create = async (password: string) => {
    const created = await call('POST /api/auth/recovery-codes', { body: { password } })
    setCodes(created)
    queryClient.setQueryData(query.queryKey, { remaining: created.codes.length, createdAt: created.createdAt })
  }
  const ask = () => {
    const replaces = remaining.data?.createdAt != null
    passwordDialog.open({
      title: replaces ? 'Make new recovery codes' : 'Make recovery codes',
      description: replaces
        ? 'The codes you have now will stop working.'
        : 'Please enter your password to confirm that it is you.',
      label: 'Make codes',
      busyLabel: 'Making codes…',
      onConfirm: create,
    })
  }
  const closeSheet = () => {
    setCodes(null)
    setWasClosed(true)
  }
  return (
    <SettingsSection
      title="Recovery codes"
      text={`${accountLimits.recoveryCodes} codes. Each one lets you set a new password once. We do not ask for an email address, so without a code you cannot log in if you forget your password.`}
    >
      {codes ? (
        <RecoveryCodesSheet codes={codes} onDone={closeSheet} />
      ) : (
        <>
          {remaining.isPending && <Skeleton className="h-[4.75rem] w-full max-w-md rounded-lg" />}
          {remaining.isError && (
            <LoadError
              isShort
              what="your recovery codes"
              error={remaining.error}
              onRetry={() => void remaining.refetch()}
            />
          )}
          {remaining.data && <RemainingCodes status={remaining.data} isFocused={wasClosed} onCreate={ask} />}
        </>
      )}
    </SettingsSection>
  )
}

interface RemainingCodesProps {
  status: RecoveryCodesLeft
  isFocused: boolean
  onCreate: () => void
}

/** The number of codes left, with a button to create new ones. */
function RemainingCodes({ status, isFocused, onCreate }: RemainingCodesProps) {
  const statusText = useRef<HTMLParagraphElement>(null)
  // It replaces the sheet with its focused button.
  useEffect(() => {
    if (isFocused) statusText.current?.focus()
  }, [isFocused])
  const { remaining, createdAt } = status
  const isLow = remaining > 0 && remaining <= 3
  return (
    <div className="flex flex-col items-start gap-4">
      <p ref={statusText} tabIndex={-1} className="flex items-start gap-2.5 outline-none">
        <KeyRound
          aria-hidden
          size={18}
          className={`mt-0.5 shrink-0 ${remaining === 0 ? 'text-curtain' : 'text-ink-soft'}`}
        />
        {remaining === 0 ? (
          <span>You have no recovery codes. Without one, you lose your account if you forget your password.</span>
        ) : (
          <span>
            <strong className="font-semibold">
              {remaining} of {accountLimits.recoveryCodes} codes left
            </strong>
            {createdAt !== null && <span className="text-ink-soft">, made on {longDate(createdAt)}</span>}
            {isLow && <span className="block text-ink-soft text-sm">Make new ones before you have used them all.</span>}
          </span>
        )}
      </p>
      <Button variant={remaining === 0 ? 'primary' : 'outline'} onClick={onCreate}>
        {remaining === 0 ? 'Make recovery codes' : 'Make new codes'}
      </Button>
    </div>
  )
}
