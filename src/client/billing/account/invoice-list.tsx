import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { longDate } from '#client/lib/dates.ts'
import { queryOf } from '#client/lib/query-client.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Disclosure } from '#client/ui/disclosure.tsx'
import { LoadError } from '#client/ui/load-error.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { BillingInvoice } from '#shared/billing.ts'

/** The invoices, which the provider is asked for when they are opened. */
export function Invoices() {
  const [isOpen, setOpen] = useState(false)
  const query = useQuery({ ...queryOf('GET /api/subscription/invoices'), enabled: isOpen })
  return (
    <Disclosure
      title="Invoices"
      className="mt-5 border-line border-t"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      {query.isPending && <Skeleton className="mt-2 h-12 w-full rounded-lg" />}
      <LoadError isShort what="your invoices" query={query} />
      {query.data?.invoices.length === 0 && <p className="py-3 text-ink-soft">You have no invoices yet.</p>}
      {query.data && query.data.invoices.length > 0 && (
        <ul aria-label="Invoices" className="flex flex-col divide-y divide-line">
          {query.data.invoices.map((invoice) => (
            <InvoiceItem key={invoice.id} invoice={invoice} />
          ))}
        </ul>
      )}
    </Disclosure>
  )
}

function InvoiceItem({ invoice: { number, createdAt, amount, currency, isPaid, url } }: { invoice: BillingInvoice }) {
  const price = formatAmount(amount, currency)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
      <span className="min-w-0 flex-1">
        {longDate(createdAt)}
        {number && <span className="block text-ink-soft text-sm sm:ml-2 sm:inline">{number}</span>}
      </span>
      <span className="tabular-nums">{price}</span>
      <Badge variant={isPaid ? 'outline' : 'danger'}>{isPaid ? 'Paid' : 'Not paid'}</Badge>
      {url && (
        <a
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`Invoice of ${longDate(createdAt)}`}
          className="inline-flex min-h-11 items-center gap-1.5 text-curtain underline-offset-4 hover:underline"
        >
          Open <ExternalLink aria-hidden size={15} />
        </a>
      )}
    </li>
  )
}

/**
 * An amount in the smallest unit of its currency, as a price: some currencies have no cents, others three digits of them.
 * @example formatAmount(999, 'usd', 'en-US') // '$9.99'
 */
export function formatAmount(amount: number, currency: string, locale?: string): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}
