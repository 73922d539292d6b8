import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { cx } from '#client/lib/cx.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Chip } from '#client/ui/chip.tsx'
import type { FlagDetails } from '#shared/flags.ts'
import { type EvidenceMessage, readEvidence } from './evidence-content.ts'

interface EvidenceProps {
  evidence: FlagDetails['evidence']
  isRevealed: boolean
  onToggle: () => void
}

/** What was flagged, as it was then. It is blurred until it is asked for. */
export function Evidence({ evidence, isRevealed, onToggle }: EvidenceProps) {
  const [index, setIndex] = useState(0)
  const snapshot = evidence[index] ?? evidence[0]
  return (
    <section aria-labelledby="evidence">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h3 id="evidence" className="text-lg">
          Evidence
        </h3>
        {snapshot && (
          <Button variant="outline" aria-expanded={isRevealed} aria-controls="evidence-content" onClick={onToggle}>
            {isRevealed ? <EyeOff aria-hidden size={16} /> : <Eye aria-hidden size={16} />}
            {isRevealed ? 'Hide evidence' : 'Show evidence'}
          </Button>
        )}
      </div>
      {evidence.length > 1 && (
        <fieldset className="mb-3 flex flex-wrap gap-1.5">
          <legend className="sr-only">Snapshot</legend>
          {evidence.map(({ id, createdAt }, at) => (
            <Chip key={id} pressed={at === index} onClick={() => setIndex(at)}>
              {at === 0 ? 'First report' : 'Changed'} · {new Date(createdAt).toLocaleString()}
            </Chip>
          ))}
        </fieldset>
      )}
      <div id="evidence-content">
        {snapshot ? <Snapshot snapshot={snapshot} isRevealed={isRevealed} /> : <NoEvidence />}
      </div>
    </section>
  )
}

function NoEvidence() {
  return <p className="text-ink-soft">There is no evidence, or it was deleted at the end of its retention time.</p>
}

function Snapshot({ snapshot, isRevealed }: { snapshot: FlagDetails['evidence'][number]; isRevealed: boolean }) {
  if (!snapshot.content) return <NoEvidence />
  const { messages, texts, facts } = readEvidence(snapshot.content)
  return (
    <div
      inert={!isRevealed}
      aria-hidden={!isRevealed}
      className={cx(
        'rounded-lg border border-line bg-card p-4 transition-[filter] duration-150',
        !isRevealed && 'max-h-56 select-none overflow-hidden blur-md',
      )}
    >
      {messages.length > 0 && (
        <ol className="flex flex-col gap-3">
          {messages.map((message, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a snapshot never changes, and its messages have no ids
            <Message key={index} message={message} />
          ))}
        </ol>
      )}
      {texts.map(({ label, text }) => (
        <div key={label} className="mt-4 first:mt-0">
          <h4 className="font-[550] font-sans text-ink-soft text-xs tracking-normal">{label}</h4>
          <p dir="auto" className="mt-0.5 whitespace-pre-wrap font-prose text-md leading-relaxed">
            {text}
          </p>
        </div>
      ))}
      {facts.length > 0 && (
        <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 border-line border-t pt-3 text-sm first:mt-0 first:border-t-0 first:pt-0">
          {facts.map(({ label, value }) => (
            <div key={label} className="contents">
              <dt className="text-ink-soft">{label}</dt>
              <dd className="min-w-0 whitespace-pre-wrap [overflow-wrap:anywhere]">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className="mt-3 truncate text-2xs text-ink-soft" title={snapshot.hash}>
        Recorded {new Date(snapshot.createdAt).toLocaleString()}, sha256 {snapshot.hash.slice(0, 16)}…
      </p>
    </div>
  )
}

function Message({ message: { role, content, isSeeded, isEdited, isTarget } }: { message: EvidenceMessage }) {
  return (
    <li
      className={cx(
        'rounded-md border-l-[3px] px-3 py-1.5',
        isTarget ? 'border-danger bg-curtain-wash' : 'border-line text-ink-soft',
      )}
    >
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-soft text-xs">
        <span className="font-[550]">{role === 'user' ? 'User' : 'Character'}</span>
        {isTarget && <Badge variant="danger">Flagged message</Badge>}
        {isSeeded && <span>sent by the client as the beginning of the conversation, anybody can have written it</span>}
        {isEdited && <span>edited by the user: the text is not the model’s</span>}
      </p>
      <p dir="auto" className="mt-1 whitespace-pre-wrap font-prose text-md leading-relaxed [overflow-wrap:anywhere]">
        {content}
      </p>
    </li>
  )
}
