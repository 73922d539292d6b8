import { useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { type MemorySource, type MemorySummary, memoryLimits, SummaryText } from '#shared/memory.ts'
import { MemoryTextForm } from './memory-text-form.tsx'
import { SourceLink } from './source-link.tsx'

interface SummarySectionProps {
  summary: MemorySummary | null
  pending: boolean
  speakers: { user: string; character: string }
  onCorrect: (id: string, text: string, seen: string) => Promise<void>
  onJump: (source: MemorySource) => void
}

/** The story so far. */
export function SummarySection({ summary, pending, speakers, onCorrect, onJump }: SummarySectionProps) {
  const [isEditing, setEditing] = useState(false)
  return (
    <section aria-label="The story so far">
      <h3 className="font-display font-semibold text-lg">The story so far</h3>
      {!summary && (
        <p className="mt-1.5 text-ink-soft text-sm">
          {pending
            ? 'It is being written now.'
            : 'There is no summary yet. One is written when the conversation becomes longer than the AI model can read.'}
        </p>
      )}
      {summary && isEditing && (
        <div className="mt-2">
          <MemoryTextForm
            label="Correct the summary"
            text={summary.text}
            schema={SummaryText}
            maxLength={memoryLimits.summary}
            onSave={(text, seen) => onCorrect(summary.id, text, seen)}
            onClose={() => setEditing(false)}
          />
        </div>
      )}
      {summary && !isEditing && (
        <>
          <p dir="auto" className="mt-1.5 whitespace-pre-line break-words text-sm leading-relaxed">
            {summary.text}
          </p>
          <p className="mt-2 text-ink-soft text-xs">
            {`${summary.edited ? 'Corrected by you. ' : ''}It covers the first ${summary.messages} messages, up to:`}
          </p>
          <SourceLink source={summary.last} speakers={speakers} onJump={onJump} />
          <div className="mt-1.5">
            <Button variant="outline" onClick={() => setEditing(true)}>
              Correct
            </Button>
          </div>
        </>
      )}
    </section>
  )
}
