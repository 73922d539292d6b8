import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useUser } from '#client/accounts/session.ts'
import { memoryOffText, useSite } from '#client/lib/site.ts'
import { Button } from '#client/ui/button.tsx'
import { useClose } from '#client/ui/close-context.ts'
import { IconButton } from '#client/ui/icon-button.tsx'
import { LoadError } from '#client/ui/load-error.tsx'
import { MutationSwitch } from '#client/ui/mutation-switch.tsx'
import { ProblemText } from '#client/ui/problem-text.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { LinesSkeleton } from '#client/ui/skeleton.tsx'
import { type ConversationMemory, FactText, type MemoryFact, type MemorySource, memoryLimits } from '#shared/memory.ts'
import { openMessage } from '../actions/message-actions.ts'
import { useConversationState, useConversationStore } from '../store/use-conversation.ts'
import { FactItem } from './fact-item.tsx'
import { MemoryContext, useMemory, useMemoryChanges, useMemoryPanel } from './memory-api.ts'
import { MemoryTextForm } from './memory-text-form.tsx'
import { CorrectionsSection, SummarySection } from './summary-section.tsx'

/** What a conversation remembers: to be read, corrected, pinned, added and deleted. */
export function MemoryPanel({ name }: { name: string }) {
  const close = useClose()
  const store = useConversationStore()
  const conversationId = useConversationState((state) => state.conversationId) ?? ''
  const { data, error, refetch } = useMemory(conversationId)
  const changes = useMemoryChanges(conversationId)
  const { playerName, name: ownName } = useUser()
  const speakers = { user: playerName ?? ownName, character: name }
  const jump = (source: MemorySource) => {
    close()
    void openMessage(store, source.id, source.onPath)
  }
  return (
    <Sheet side="right" title="Memory" className="!w-[27rem]">
      <div className="flex shrink-0 items-center justify-between pt-3 pr-2.5 pb-1 pl-5">
        <p aria-hidden className="font-display font-semibold text-[1.1875rem] tracking-[-0.015em]">
          Memory
        </p>
        <IconButton label="Close" side="left" icon={X} onClick={close} />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pb-8">
        {data && (
          <MemoryContext value={{ changes, speakers, jump }}>
            <Contents memory={data} />
          </MemoryContext>
        )}
        {!data && <LoadError what="the memory" query={{ error, refetch }} />}
        {!data && !error && <LinesSkeleton label="Loading the memory" />}
      </div>
    </Sheet>
  )
}

function Contents({ memory }: { memory: ConversationMemory }) {
  return (
    <div className="flex flex-col gap-7">
      <MemorySwitch enabled={memory.enabled} />
      <SummarySection summary={memory.summary} pending={memory.pending} />
      <CorrectionsSection corrections={memory.corrections} />
      <Facts facts={memory.facts} />
      <LastChange />
    </div>
  )
}

function MemorySwitch({ enabled }: { enabled: boolean }) {
  const { changes, speakers } = useMemoryPanel()
  const name = speakers.character
  if (!useSite().memory) return <p className="text-ink-soft text-sm">{memoryOffText}</p>
  return (
    <div className="flex flex-col gap-1.5">
      <MutationSwitch label="Remember this conversation" checked={enabled} change={changes.switchOn} />
      <p className="text-ink-soft text-sm">
        {enabled
          ? `When a conversation is longer than the AI model can read, ${name} is reminded of what is below. This does not count as one of your messages.`
          : `Memory is off: nothing new is remembered, and ${name} is not reminded of what is below.`}
      </p>
    </div>
  )
}

function Facts({ facts }: { facts: MemoryFact[] }) {
  const { changes } = useMemoryPanel()
  const [isAdding, setAdding] = useState(false)
  return (
    <section aria-label="Facts">
      <div className="flex items-center justify-between gap-3">
        <h3 className="font-display font-semibold text-lg">Facts</h3>
        {!isAdding && (
          <Button variant="outline" icon={Plus} onClick={() => setAdding(true)}>
            Add a fact
          </Button>
        )}
      </div>
      {isAdding && (
        <div className="py-3.5">
          <MemoryTextForm
            label="What should be remembered?"
            text=""
            schema={FactText}
            maxLength={memoryLimits.fact}
            onSave={(text) => changes.create({ text })}
            onClose={() => setAdding(false)}
          />
        </div>
      )}
      {facts.length === 0 && !isAdding && (
        <p className="mt-1.5 text-ink-soft text-sm">
          No facts yet. They are collected as the conversation grows, and you can add your own.
        </p>
      )}
      <ul className="mt-3">
        {facts.map((fact) => (
          <FactItem key={fact.id} fact={fact} />
        ))}
      </ul>
    </section>
  )
}

/** Offers to undo the last deletion, and shows the error of the last change. It stays visible when the panel is scrolled. */
function LastChange() {
  const { deleted, problem, undo } = useMemoryPanel().changes
  return (
    <div className="sticky -bottom-5 flex flex-col gap-2">
      {problem !== '' && (
        <div className="rounded-md border border-danger bg-card px-3 py-2.5 shadow-raised">
          <ProblemText>{problem}</ProblemText>
        </div>
      )}
      <div role="status">
        {deleted && (
          <p className="flex items-center justify-between gap-3 rounded-md border border-line bg-card px-3 text-sm shadow-raised">
            <span dir="auto" className="min-w-0 truncate">{`Deleted: ${deleted.text}`}</span>
            <Button variant="link" className="!px-0" disabled={undo.isPending} onClick={() => undo.mutate(deleted)}>
              Undo
            </Button>
          </p>
        )}
      </div>
    </div>
  )
}
