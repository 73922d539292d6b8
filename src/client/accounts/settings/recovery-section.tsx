import './print-sheet.css'
import { useQuery } from '@tanstack/react-query'
import { Copy, Download, KeyRound, Printer } from 'lucide-react'
import { useState } from 'react'
import { passwordDialog } from '#client/accounts/dialogs.ts'
import { useUser } from '#client/accounts/session.ts'
import { longDate } from '#client/lib/dates.ts'
import { downloadText } from '#client/lib/download.ts'
import { call } from '#client/lib/http.ts'
import { focusOnMount } from '#client/lib/page-focus.ts'
import { queryClient, queryOf } from '#client/lib/query-client.ts'
import { useSite } from '#client/lib/site.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { LoadError } from '#client/ui/load-error.tsx'
import { toastError } from '#client/ui/toast-error.ts'
import { toast } from '#client/ui/toast-store.ts'
import { accountLimits, type RecoveryCodes, type RecoveryCodesLeft } from '#shared/accounts.ts'
import { formatRecoveryCodes } from './format-recovery-codes.ts'
import { SettingsSection } from './settings-section.tsx'

const query = queryOf('GET /api/auth/recovery-codes')

export function RecoverySection() {
  const remaining = useQuery(query)
  const [codes, setCodes] = useState<RecoveryCodes | null>(null)
  const [wasClosed, setWasClosed] = useState(false)
  const reason = useSite().mail
    ? 'You need one if you forget your password and have no email address here.'
    : 'We do not ask for an email address, so without a code you cannot log in if you forget your password.'

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
      text={`${accountLimits.recoveryCodes} codes. Each one lets you set a new password once. ${reason}`}
    >
      {codes ? (
        <RecoveryCodesSheet codes={codes} onDone={closeSheet} />
      ) : (
        <>
          <LoadError isShort what="your recovery codes" query={remaining} />
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

function RemainingCodes({ status, isFocused, onCreate }: RemainingCodesProps) {
  const { remaining, createdAt } = status
  const isLow = remaining > 0 && remaining <= 3
  return (
    <div className="flex flex-col items-start gap-4">
      {/* It replaces the sheet with its focused button. */}
      <p ref={isFocused ? focusOnMount : undefined} tabIndex={-1} className="flex items-start gap-2.5 outline-none">
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

/** Shows new recovery codes once, to copy, download or print. */
function RecoveryCodesSheet({ codes, onDone }: { codes: RecoveryCodes; onDone: () => void }) {
  const { username } = useUser()
  const { name } = useSite()
  const text = formatRecoveryCodes(name, username, codes, longDate(codes.createdAt))

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toast({ title: 'Codes copied', description: 'Paste them in a safe place where only you can find them.' })
    } catch {
      toastError('Please select the codes and copy them.', { title: 'Could not copy' })
    }
  }
  return (
    <Card className="print-sheet p-4 sm:p-6">
      <h3 ref={focusOnMount} tabIndex={-1} className="scroll-mb-[36rem] text-lg outline-none">
        Your recovery codes
      </h3>
      <p className="mt-1 text-sm">
        For the account <strong>{username}</strong> at {name}, made on {longDate(codes.createdAt)}. Each works once.
      </p>
      <ol className="mt-4 flex list-decimal flex-col gap-y-1.5 rounded-md bg-sunken py-4 pr-3 pl-9 marker:text-2xs marker:text-ink-soft">
        {codes.codes.map((code) => (
          <li key={code}>
            <code className="select-all text-2xs sm:text-sm">{code}</code>
          </li>
        ))}
      </ol>
      <p className="mt-4 text-ink-soft text-sm print:hidden">
        We show them only this once. Save them in a safe place, and not only on this device.
      </p>
      <div className="mt-4 flex flex-wrap gap-2.5 print:hidden">
        <Button variant="outline" icon={Copy} onClick={() => void copy()}>
          Copy
        </Button>
        <Button variant="outline" icon={Download} onClick={() => downloadText(`${name} recovery codes.txt`, text)}>
          Download
        </Button>
        <Button variant="outline" icon={Printer} onClick={() => window.print()}>
          Print
        </Button>
        <Button className="sm:ml-auto" onClick={onDone}>
          I have saved them
        </Button>
      </div>
    </Card>
  )
}
