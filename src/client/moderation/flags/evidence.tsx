import { Eye, EyeOff } from 'lucide-react'
import { useId, useState } from 'react'
import { cx } from '#client/lib/cx.ts'
import { counted } from '#client/lib/format-count.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Chip } from '#client/ui/chip.tsx'
import type { FlagDetails } from '#shared/flags.ts'
import { type EvidenceMessage, readEvidence } from './evidence-content.ts'

const contentId = 'evidence-content'

/** Shown in the head of the flag, because the toast of a new alert would cover it beside the evidence. */
export function EvidenceButton({ isRevealed, onToggle }: { isRevealed: boolean; onToggle: () => void }) {
  return (
    <Button
      variant="outline"
      aria-expanded={isRevealed}
      aria-controls={contentId}
      aria-keyshortcuts="s"
      icon={isRevealed ? EyeOff : Eye}
      onClick={onToggle}
    >
      {isRevealed ? 'Hide evidence' : 'Show evidence'}
    </Button>
  )
}

interface EvidenceProps {
  title?: string
  evidence: FlagDetails['evidence']
  isRevealed: boolean
}

/** What was flagged, as it was then. It is blurred until the moderator reveals it. */
export function Evidence({ title = 'Evidence', evidence, isRevealed }: EvidenceProps) {
  const id = useId()
  const [index, setIndex] = useState(0)
  const snapshot = evidence[index] ?? evidence[0]
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-3 text-lg">
        {title}
      </h3>
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
      <div id={contentId}>
        {snapshot ? <Snapshot key={snapshot.id} snapshot={snapshot} isRevealed={isRevealed} /> : <NoEvidence />}
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
      {messages.length > 0 && <Messages messages={messages} />}
      {texts.map(({ label, text }) => (
        <div key={label} className="mt-4 first:mt-0">
          <h4 className="font-[550] font-sans text-ink-soft text-xs tracking-normal">{label}</h4>
          <LongText text={text} length={shown.text} className="mt-0.5" />
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

/**
 * How many messages on each side of the flagged one, which is whole, and how many characters of them and of a character's
 * texts are shown at first.
 */
const shown = { around: 3, other: 500, text: 1_200 }

/** The flagged message between the nearest of those around it. */
function Messages({ messages }: { messages: readonly EvidenceMessage[] }) {
  const target = messages.findIndex(({ isTarget }) => isTarget)
  const [from, setFrom] = useState(Math.max(0, target - shown.around))
  const [to, setTo] = useState(Math.min(messages.length, target + shown.around + 1))
  return (
    <>
      {from > 0 && <More count={from} which="earlier" onClick={() => setFrom(0)} />}
      <ol className="flex flex-col gap-3">
        {messages.slice(from, to).map((message, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a snapshot never changes, and its messages have no ids
          <Message key={from + index} message={message} />
        ))}
      </ol>
      {to < messages.length && (
        <More count={messages.length - to} which="later" onClick={() => setTo(messages.length)} />
      )}
    </>
  )
}

function More({ count, which, onClick }: { count: number; which: string; onClick: () => void }) {
  return (
    <Button variant="quiet" onClick={onClick} className="my-1 w-full">
      Show {counted(count, `${which} message`)}
    </Button>
  )
}

function Message({ message }: { message: EvidenceMessage }) {
  const { role, speaker, content, isSeeded, isEdited, isTarget, hit } = message
  return (
    <li
      className={cx(
        'rounded-md border-l-[3px] px-3 py-1.5',
        isTarget ? 'border-danger bg-curtain-wash' : 'border-line text-ink-soft',
      )}
    >
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-soft text-xs">
        <span dir="auto" className="font-[550]">
          {speaker ?? (role === 'user' ? 'User' : 'Character')}
        </span>
        {isTarget && <Badge variant="danger">Flagged message</Badge>}
        {isSeeded && <span>sent by the client as the beginning of the conversation, anybody can have written it</span>}
        {isEdited && <span>edited by the user: the text is not the model’s</span>}
      </p>
      <LongText text={content} hit={hit} length={isTarget ? undefined : shown.other} className="mt-1" />
    </li>
  )
}

interface LongTextProps {
  text: string
  hit?: EvidenceMessage['hit']
  /** Of what is shown of a long text at first. */
  length?: number
  className: string
}

/** A text of a user, shown as text, with what the policy found in it. */
function LongText({ text, hit, length = text.length, className }: LongTextProps) {
  const [isWhole, setWhole] = useState(text.length <= length * 1.25)
  const { start, end } = hit ?? { start: 0, end: 0 }
  return (
    <div className={className}>
      <p dir="auto" className="whitespace-pre-wrap font-prose text-md leading-relaxed [overflow-wrap:anywhere]">
        {text.slice(0, start)}
        {hit && <mark className="rounded-sm bg-danger/20 px-0.5 text-ink">{text.slice(start, end)}</mark>}
        {isWhole ? text.slice(end) : `${text.slice(end, length)} …`}
      </p>
      {!isWhole && (
        <Button variant="quiet" onClick={() => setWhole(true)} className="-ml-4.5">
          Show the whole text ({text.length.toLocaleString()} characters)
        </Button>
      )}
    </div>
  )
}
