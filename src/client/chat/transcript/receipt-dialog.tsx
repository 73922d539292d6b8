import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { hasStatus } from '#client/lib/http.ts'
import { queryOf } from '#client/lib/query-client.ts'
import { reasonText } from '#client/lorebooks/reason-texts.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import type { Closable } from '#client/ui/dialogs.tsx'
import { LoadError } from '#client/ui/load-error.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { ReplyReceipt } from '#shared/chat.ts'
import type { ConversationStore } from '../store/conversation-store.ts'
import type { ConversationMessage } from '../store/messages.ts'
import { useConversationState } from '../store/use-conversation.ts'
import { SentRequest } from './sent-request.tsx'

interface ReceiptDialogProps extends Closable {
  store: ConversationStore
  message: ConversationMessage
}

/** What the prompt of a reply was made of, for the player. */
export function ReceiptDialog({ store, message, onClose }: ReceiptDialogProps) {
  const id = useConversationState(store, (state) => state.conversationId) ?? ''
  const params = { id, messageId: message.id ?? '' }
  const query = useQuery(queryOf('GET /api/conversations/:id/replies/:messageId/receipt', { params }))
  return (
    <Dialog
      onClose={onClose}
      title="Why did they say that?"
      description="What the AI model was given to write this reply. Sizes are in tokens, of about four letters each."
    >
      {query.isPending && <Skeleton className="h-64 w-full rounded-md" />}
      {query.isError &&
        (hasStatus(query.error, 404) ? (
          <p className="text-ink-soft">
            Nothing is stored for this reply. Greetings and older replies have no record, and neither have replies that
            you wrote yourself.
          </p>
        ) : (
          <LoadError isShort what="the record" query={query} />
        ))}
      {query.data && <Receipt {...query.data} />}
    </Dialog>
  )
}

function Receipt(receipt: ReplyReceipt) {
  const { model, usage, temperature, tokens, contextTokens, sections, dropped, remembered, lore } = receipt
  return (
    <div className="flex flex-col gap-5">
      <Part title="What was sent">
        <Rows rows={sections.map(({ name, tokens: size }) => [labelOf(name), number(size)])} />
      </Part>
      {remembered.length > 0 && (
        <Part title="Remembered for this reply">
          <ul className="flex flex-col gap-1.5 text-sm">
            {remembered.map(({ kind, text }) => (
              <li key={`${kind} ${text}`} dir="auto" className="[overflow-wrap:anywhere]">
                <span className="text-ink-soft">{kind === 'fact' ? 'Fact' : 'Earlier message'}: </span>
                {text.replace(/^- /, '')}
              </li>
            ))}
          </ul>
        </Part>
      )}
      {lore.length > 0 && (
        <Part title="Entries of lorebooks">
          <LoreList lore={lore} />
        </Part>
      )}
      {dropped.length > 0 && (
        <Part title="Left out or shortened, because it did not fit">
          <ul className="flex flex-col gap-1 text-sm">
            {dropped.map((part) => (
              <li key={part}>{part}</li>
            ))}
          </ul>
        </Part>
      )}
      <Part title="The model">
        <Rows
          rows={[
            ['Model', model ?? 'unknown'],
            ['Estimated size, of at most', `${number(tokens)} of ${number(contextTokens)}`],
            ['Temperature', String(temperature)],
            ...(usage
              ? ([
                  ['Counted by the service: read', number(usage.promptTokens)],
                  ['– of it from its cache', number(usage.cachedTokens)],
                  ['– written', number(usage.replyTokens)],
                ] as const)
              : []),
          ]}
        />
      </Part>
      <Part title="The whole request">
        <SentRequest {...receipt} />
      </Part>
    </div>
  )
}

function LoreList({ lore }: Pick<ReplyReceipt, 'lore'>) {
  const hidden = lore.filter(({ name, isUsed }) => name === null && isUsed).length
  return (
    <ul className="flex flex-col gap-1.5 text-sm">
      {lore.map((entry, at) =>
        entry.name === null ? null : (
          // biome-ignore lint/suspicious/noArrayIndexKey: two entries may be called the same
          <li key={at} dir="auto" className="[overflow-wrap:anywhere]">
            {entry.name}
            <span className="block text-ink-soft text-xs">{reasonText(entry, entry.cause)}</span>
          </li>
        ),
      )}
      {hidden > 0 && (
        <li className="text-ink-soft">
          {hidden} {hidden === 1 ? 'entry' : 'entries'} of the character’s own lorebook, which its author keeps hidden
        </li>
      )}
    </ul>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1.5 font-[550] font-sans text-ink-soft text-sm tracking-normal">{title}</h3>
      {children}
    </section>
  )
}

function Rows({ rows }: { rows: readonly (readonly [label: string, value: string])[] }) {
  return (
    <dl className="flex flex-col gap-1 text-sm">
      {rows.map(([label, value]) => (
        <div key={label} className="flex justify-between gap-4">
          <dt>{label}</dt>
          <dd className="text-right tabular-nums [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const number = (value: number) => value.toLocaleString('en')

/** Sections whose names do not say what they are. */
const labels: Record<string, string> = {
  main: 'How to write',
  manner: 'Creativity and plot',
  conventions: 'Form of the reply',
  othersConventions: 'Form with several characters',
  rules: 'Safety rules',
  userRole: 'Who you play',
  persona: 'Your persona',
  loreBefore: 'Lore before the character',
  loreAfter: 'Lore after the character',
  lore: 'Lore for the newest messages',
  story: 'The story so far (memory)',
  others: 'Other characters',
  history: 'The chat',
  memory: 'Facts and earlier messages (memory)',
  note: 'Your note',
  newName: 'Your new name',
  nudge: 'What to write now',
  plotNudge: 'Move the plot',
  hint: 'Your hint',
  resume: 'Go on with the reply',
}

/** `postHistoryInstructions` is "Post history instructions". */
function labelOf(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return labels[name] ?? words.charAt(0).toUpperCase() + words.slice(1)
}
