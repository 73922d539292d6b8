import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { hasStatus } from '#client/lib/http.ts'
import { queryOf } from '#client/lib/query-client.ts'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Disclosure } from '#client/ui/disclosure.tsx'
import { LoadError } from '#client/ui/load-error.tsx'
import { Select } from '#client/ui/select.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { TextDifference } from '#client/ui/text-difference.tsx'
import type { ReplyReceipt } from '#shared/chat.ts'
import type { ConversationMessage } from '../store/messages.ts'
import { useConversationState } from '../store/use-conversation.ts'
import { type PromptPart, readPrompt } from './read-prompt.ts'
import { compareReceipts, listGroups } from './receipt-rows.ts'

/** What the prompt of a reply was made of, for the player, and how that of another version differed. */
export function ReceiptDialog({ message }: { message: ConversationMessage }) {
  const selectId = useId()
  const [other, setOther] = useState('')
  const conversationId = useConversationState((state) => state.conversationId) ?? ''
  const { id, siblings, names } = message
  const versions = siblings.map((version, at) => {
    const label = names[version] ? `Version ${at + 1}: ${names[version]}` : `Version ${at + 1}`
    return [version, label] as const
  })
  // The earlier version first.
  const compared = siblings.filter((version) => version === id || version === other)
  const [first = '', second] = compared
  const nameOf = (version: string) => `version ${siblings.indexOf(version) + 1}`
  return (
    <Dialog
      title="Why did they say that?"
      description="What the AI model was given to write this reply. Sizes are in tokens, of about four letters each."
    >
      {versions.length > 1 && (
        <div className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <label htmlFor={selectId}>Compare with</label>
          <Select
            id={selectId}
            className="min-w-40 flex-1"
            value={other}
            onChange={({ target }) => setOther(target.value)}
            options={[['', 'no other version'], ...versions.filter(([version]) => version !== id)]}
          />
        </div>
      )}
      <LoadedReceipt
        key={compared.join()}
        conversationId={conversationId}
        messageId={first}
        name={second === undefined ? 'this reply' : nameOf(first)}
      >
        {(receipt) =>
          second === undefined ? (
            <Receipt {...receipt} />
          ) : (
            <LoadedReceipt conversationId={conversationId} messageId={second} name={nameOf(second)}>
              {(after) => <Comparison before={receipt} after={after} names={[nameOf(first), nameOf(second)]} />}
            </LoadedReceipt>
          )
        }
      </LoadedReceipt>
    </Dialog>
  )
}

interface LoadedReceiptProps {
  conversationId: string
  messageId: string
  name: string
  children: (receipt: ReplyReceipt) => ReactNode
}

function LoadedReceipt({ conversationId, messageId, name, children }: LoadedReceiptProps) {
  const params = { id: conversationId, messageId }
  const query = useQuery(queryOf('GET /api/conversations/:id/replies/:messageId/receipt', { params }))
  if (query.isPending) return <Skeleton className="h-64 w-full rounded-md" />
  if (query.data) return children(query.data)
  if (!hasStatus(query.error, 404)) return <LoadError isShort what="the record" query={query} />
  return (
    <p className="text-ink-soft">
      Nothing is stored for {name}. Greetings and older replies have no record, and neither have replies that you wrote
      yourself.
    </p>
  )
}

function Receipt(receipt: ReplyReceipt) {
  return (
    <div className="flex flex-col gap-6">
      {listGroups(receipt).map(({ title, isText, rows }) => (
        <Part key={title} title={title}>
          {rows.map(([label, value], at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two entries may be called the same
            <div key={at} className={isText ? '' : 'flex justify-between gap-4'}>
              <dt dir="auto" className={breaks}>
                {label}
              </dt>
              {value !== '' && (
                <dd className={isText ? 'text-ink-soft text-xs' : `text-right tabular-nums ${breaks}`}>{value}</dd>
              )}
            </div>
          ))}
        </Part>
      ))}
      <section>
        <h3 className={headingClass}>The whole request</h3>
        <SentRequest {...receipt} />
      </section>
    </div>
  )
}

interface ComparisonProps {
  before: ReplyReceipt
  after: ReplyReceipt
  names: [string, string]
}

function Comparison({ before, after, names }: ComparisonProps) {
  const groups = compareReceipts(before, after)
  const texts = [before, after].map(({ request }) => (request ? readPrompt(request).parts.map(({ text }) => text) : []))
  const [removed, added] = [texts[0], texts[1]].map((list = [], at) =>
    list.filter((text) => !texts[1 - at]?.includes(text)).join('\n\n'),
  )
  return (
    <div className="flex flex-col gap-5">
      {groups.length === 0 && <p className="text-ink-soft">Both versions were given the same.</p>}
      {groups.map(({ title, rows }) => (
        <Part key={title} title={title}>
          {rows.map((row) => (
            <div key={row.label}>
              <dt dir="auto" className={breaks}>
                {row.label}
              </dt>
              <dd className={`text-ink-soft text-xs ${breaks}`}>{describeChange(row, names)}</dd>
            </div>
          ))}
        </Part>
      ))}
      {before.request && after.request && (removed || added) && (
        <section>
          <h3 className={headingClass}>Words of the request that differ</h3>
          <TextDifference before={removed ?? ''} after={added ?? ''} className="text-sm" />
        </section>
      )}
    </div>
  )
}

function describeChange(
  row: { before: string | null; after: string | null },
  [first, second]: [string, string],
): string {
  if (row.after === null) return `Only in ${first}${row.before && `: ${row.before}`}`
  if (row.before === null) return `Only in ${second}${row.after && `: ${row.after}`}`
  return `${row.before} in ${first}, ${row.after} in ${second}`
}

const breaks = '[overflow-wrap:anywhere]'
const headingClass = 'mb-2.5 border-line border-b pb-1.5 font-semibold text-md'

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className={headingClass}>{title}</h3>
      <dl className="flex flex-col gap-1.5 text-sm">{children}</dl>
    </section>
  )
}

/** The whole request that the model was sent, or why it cannot be shown. */
export function SentRequest({ request, settings, isRequestHidden }: ReplyReceipt) {
  if (request === null) return <p className="text-ink-soft text-sm">{whyMissing(isRequestHidden, settings !== null)}</p>
  const { parts, settings: rest } = readPrompt(request)
  return (
    <Disclosure title="Show it word for word">
      <div className="flex flex-col gap-4">
        <div className="flex items-center justify-between gap-2 text-ink-soft text-sm">
          Exactly what the model’s service was sent. <CopyButton text={request} label="Copy as JSON" />
        </div>
        {parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a request do not change
          <RequestPart key={index} {...part} />
        ))}
        <RequestPart title="Settings" text={rest} />
      </div>
    </Disclosure>
  )
}

function whyMissing(isHidden: boolean, hasSettings: boolean): string {
  if (isHidden) return 'The author of this character keeps its definition hidden, so its texts are not shown.'
  if (hasSettings) return 'It cannot be shown any more: something in this conversation was removed.'
  return 'It is not stored: the reply is older than this record, or the built-in demo model wrote it, which is sent none.'
}

function RequestPart({ title, text }: PromptPart) {
  return (
    <section>
      <h4 className="mb-1 font-[550] font-sans text-ink-soft text-sm capitalize tracking-normal">{title}</h4>
      <pre
        dir="auto"
        className="whitespace-pre-wrap rounded-md bg-sunken px-3.5 py-3 font-sans text-sm leading-relaxed [overflow-wrap:anywhere]"
      >
        {text}
      </pre>
    </section>
  )
}
