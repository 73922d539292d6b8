import { Download } from 'lucide-react'
import { counted } from '#client/lib/format-count.ts'
import { addressOf } from '#client/lib/http.ts'
import { useClose } from '#client/ui/close-context.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import type { Conversation } from '#shared/chat.ts'
import { type TranscriptFormat, transcriptFormats } from '#shared/transcripts.ts'

const descriptions: Record<TranscriptFormat, { title: string; text: string }> = {
  json: {
    title: 'Everything (JSON)',
    text: 'All messages with all versions and branches, your notes and the memory. You can import it here again.',
  },
  jsonl: {
    title: 'SillyTavern (JSONL)',
    text: 'The messages you see, with other versions as swipes, and the author’s note.',
  },
  markdown: { title: 'Markdown', text: 'The messages you see, as text.' },
  html: { title: 'Web page (HTML)', text: 'The messages you see, to read, print or keep.' },
}

type ExportDialogProps = { conversation: Pick<Conversation, 'id'> } | { ids: readonly string[] }

/** Of several conversations, an archive has a file each. */
export function ExportDialog({ ...props }: ExportDialogProps) {
  const close = useClose()
  const addressIn = (format: TranscriptFormat) =>
    'ids' in props
      ? addressOf('GET /api/conversations/export', { query: { ids: props.ids.join(','), format } })
      : addressOf('GET /api/conversations/:id/export', { params: { id: props.conversation.id }, query: { format } })
  return (
    <Dialog
      title={'ids' in props ? `Export ${counted(props.ids.length, 'conversation')}` : 'Export conversation'}
      description={'ids' in props ? 'As a ZIP archive with a file for each.' : undefined}
    >
      <ul className="-mx-2 flex flex-col gap-1">
        {transcriptFormats.map((format) => (
          <li key={format}>
            <a
              href={addressIn(format)}
              download
              onClick={close}
              className="flex items-center gap-4 rounded-md px-3 py-2.5 transition-colors duration-150 hover:bg-curtain-wash"
            >
              <span className="min-w-0 flex-1">
                <span className="block font-[550]">{descriptions[format].title}</span>
                <span className="block text-pretty text-ink-soft text-sm">{descriptions[format].text}</span>
              </span>
              <Download aria-hidden size={18} className="shrink-0 text-ink-soft" />
            </a>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
