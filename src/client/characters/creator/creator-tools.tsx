import { History, MessageCircle, PenLine } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useFormContext } from 'react-hook-form'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { createDialog, lazyDialog } from '#client/ui/dialogs.tsx'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import type { CharacterFields } from '#shared/characters.ts'
import { ImportButton } from '../import-button.tsx'
import { useCardImport } from '../use-card-import.ts'
import type { TryChat } from './try-chat.ts'

const versionsDialog = lazyDialog(async () => (await import('./versions-dialog.tsx')).VersionsDialog)
export const writeDialog = lazyDialog(async () => (await import('./write-dialog.tsx')).WriteDialog)

export const TryPanel = lazyPart(async () => (await import('./try-panel.tsx')).TryPanel)

/** A chat with the character where there is no room for it beside the form. */
const tryDialog = createDialog((props: ComponentProps<typeof TryPanel>) => (
  <Dialog title="Try it" className="sm:max-w-lg">
    <div className="flex h-[min(36rem,calc(100dvh-11rem))] flex-col">
      <TryPanel {...props} />
    </div>
  </Dialog>
))

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
  return (
    <div className="mb-4 flex flex-wrap gap-2 @max-[32rem]:[&_button]:px-2.5 @max-[32rem]:[&_svg]:hidden">
      <Button variant="outline" icon={PenLine} onClick={() => writeDialog.open({ form, onFilled })}>
        Write it for me
      </Button>
      <Button
        variant="outline"
        icon={MessageCircle}
        className="@max-4xl:hidden"
        aria-pressed={isTrying}
        onClick={onToggleTrying}
      >
        Try it
      </Button>
      <Button
        variant="outline"
        icon={MessageCircle}
        className="@4xl:hidden"
        onClick={() => tryDialog.open({ form, chat })}
      >
        Try it
      </Button>
      {id ? (
        <Button variant="outline" icon={History} onClick={() => versionsDialog.open({ id, form, onRestore })}>
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
