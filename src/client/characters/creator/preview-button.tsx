import { Eye } from 'lucide-react'
import { useFormContext } from 'react-hook-form'
import { Button } from '#client/ui/button.tsx'
import { lazyDialog } from '#client/ui/dialogs.tsx'
import type { CharacterFields } from '#shared/characters.ts'

const previewDialog = lazyDialog(async () => (await import('./preview-dialog.tsx')).PreviewDialog)

/** Opens the preview in a dialog if there is no room for it next to the form. */
export function PreviewButton() {
  const form = useFormContext<CharacterFields>()
  return (
    <Button variant="outline" className="@4xl:hidden @max-[32rem]:px-3" onClick={() => previewDialog.open({ form })}>
      <Eye aria-hidden size={16} />
      <span className="@max-[32rem]:sr-only">Preview</span>
    </Button>
  )
}
