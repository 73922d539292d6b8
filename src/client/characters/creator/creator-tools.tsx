import { History, MessageCircle, PenLine } from 'lucide-react'
import { useFormContext } from 'react-hook-form'
import { Button } from '#client/ui/button.tsx'
import { lazyDialog } from '#client/ui/dialogs.tsx'
import type { CharacterFields } from '#shared/characters.ts'
import { ImportButton } from '../import-button.tsx'
import { useCardImport } from '../use-card-import.ts'
import type { TryChat } from './try-chat.ts'

const tryDialog = lazyDialog(async () => (await import('./try-dialog.tsx')).TryDialog)
const versionsDialog = lazyDialog(async () => (await import('./versions-dialog.tsx')).VersionsDialog)
export const writeDialog = lazyDialog(async () => (await import('./write-dialog.tsx')).WriteDialog)

interface CreatorToolsProps {
  id: string | null
  chat: TryChat
  /** Whether the chat is shown beside the form. */
  isTrying: boolean
  onToggleTrying: () => void
  /** Called when the model's texts were put into the form. */
  onFilled: () => void
  /** Called with the version whose lorebook is to come back. */
  onRestore: (revisionId: string | undefined) => void
}

/** What helps to write a character, besides the fields. */
export function CreatorTools({ id, chat, isTrying, onToggleTrying, onFilled, onRestore }: CreatorToolsProps) {
  const form = useFormContext<CharacterFields>()
  const tryIt = (
    <>
      <MessageCircle aria-hidden size={16} />
      Try it
    </>
  )
  return (
    <div className="mb-4 flex flex-wrap gap-2 @max-[32rem]:[&_button]:px-2.5 @max-[32rem]:[&_svg]:hidden">
      <Button variant="outline" onClick={() => writeDialog.open({ form, onFilled })}>
        <PenLine aria-hidden size={16} />
        Write it for me
      </Button>
      <Button variant="outline" className="@max-4xl:hidden" aria-pressed={isTrying} onClick={onToggleTrying}>
        {tryIt}
      </Button>
      <Button variant="outline" className="@4xl:hidden" onClick={() => tryDialog.open({ form, chat })}>
        {tryIt}
      </Button>
      {id ? (
        <Button variant="outline" onClick={() => versionsDialog.open({ id, form, onRestore })}>
          <History aria-hidden size={16} />
          Versions
        </Button>
      ) : (
        <ImportCard />
      )}
    </div>
  )
}

function ImportCard() {
  const { isImporting, importFiles } = useCardImport()
  return <ImportButton isImporting={isImporting} onFiles={importFiles} />
}
