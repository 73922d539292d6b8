import { History } from 'lucide-react'
import { useFormContext } from 'react-hook-form'
import { Button } from '#client/ui/button.tsx'
import { lazyDialog } from '#client/ui/dialogs.tsx'
import type { CharacterFields } from '#shared/characters.ts'

const versionsDialog = lazyDialog(async () => (await import('./versions-dialog.tsx')).VersionsDialog)

/** What helps to write a character, besides the fields. */
export function CreatorTools({ id }: { id: string | null }) {
  const form = useFormContext<CharacterFields>()
  return (
    <div className="mb-4 flex flex-wrap gap-2 empty:hidden">
      {id && (
        <Button variant="outline" onClick={() => versionsDialog.open({ id, form })}>
          <History aria-hidden size={16} />
          Versions
        </Button>
      )}
    </div>
  )
}
