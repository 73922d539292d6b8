import { Copy, Download, Printer } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { longDate } from '#client/lib/dates.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { toastError } from '#client/ui/toast-error.ts'
import { toast } from '#client/ui/toast-store.ts'
import type { RecoveryCodes } from '#shared/accounts.ts'
import { useUser } from '../session.ts'
import './print-sheet.css'
import { formatRecoveryCodes } from './format-recovery-codes.ts'

/** Shows new recovery codes once, to copy, download or print. */
export function RecoveryCodesSheet({ codes, onDone }: { codes: RecoveryCodes; onDone: () => void }) {
  const { username } = useUser()
  const heading = useRef<HTMLHeadingElement>(null)
  // The codes replace the focused button, so the focus moves to their heading.
  useEffect(() => heading.current?.focus(), [])
  const text = formatRecoveryCodes(codes, username, longDate(codes.createdAt))

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
      <h3 ref={heading} tabIndex={-1} className="text-lg outline-none">
        Your recovery codes
      </h3>
      <p className="mt-1 text-sm">
        For the Troupe account <strong>{username}</strong>, made on {longDate(codes.createdAt)}. Each works once.
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
        <Button variant="outline" onClick={() => void copy()}>
          <Copy aria-hidden size={16} /> Copy
        </Button>
        <Button variant="outline" onClick={() => downloadText('troupe-recovery-codes.txt', text)}>
          <Download aria-hidden size={16} /> Download
        </Button>
        <Button variant="outline" onClick={() => window.print()}>
          <Printer aria-hidden size={16} /> Print
        </Button>
        <Button className="sm:ml-auto" onClick={onDone}>
          I have saved them
        </Button>
      </div>
    </Card>
  )
}

function downloadText(name: string, text: string) {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser needs the URL until the download has started.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
