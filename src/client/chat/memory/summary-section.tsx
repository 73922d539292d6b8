import { useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { type ConversationMemory, memoryLimits, SummaryText } from '#shared/memory.ts'
import { SourceLink } from './fact-item.tsx'
import { useMemoryPanel } from './memory-api.ts'
import { MemoryTextForm } from './memory-text-form.tsx'

export function SummarySection({ summary, pending }: Pick<ConversationMemory, 'summary' | 'pending'>) {
  const { changes } = useMemoryPanel()
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
            onSave={(text, seen) => changes.correctSummary(summary.id, text, seen)}
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
          <SourceLink source={summary.last} />
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

/** Summaries that the user had corrected before a message they cover was removed. The user uses them again or deletes them. */
export function CorrectionsSection({ corrections }: Pick<ConversationMemory, 'corrections'>) {
  const { speakers, changes } = useMemoryPanel()
  const { useAgain, drop } = changes
  const isBusy = useAgain.isPending || drop.isPending
  if (corrections.length === 0) return null
  return (
    <section aria-label="To be reviewed">
      <h3 className="font-display font-semibold text-lg">To be reviewed</h3>
      <p className="mt-1.5 text-ink-soft text-sm">
        {`A message of the story was removed after you had corrected its summary. ${speakers.character} is not reminded of your text until you use it again.`}
      </p>
      <ul>
        {corrections.map((correction) => (
          <li key={correction.id} className="mt-3">
            <p dir="auto" className="whitespace-pre-line break-words text-sm leading-relaxed">
              {correction.text}
            </p>
            <p className="mt-2 text-ink-soft text-xs">{`It covers the first ${correction.messages} messages, up to:`}</p>
            <SourceLink source={correction.last} />
            <div className="mt-1.5 flex flex-wrap gap-2">
              <Button variant="outline" disabled={isBusy} onClick={() => useAgain.mutate(correction)}>
                Use it again
              </Button>
              <Button variant="outline" disabled={isBusy} onClick={() => drop.mutate(correction)}>
                Delete it
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
