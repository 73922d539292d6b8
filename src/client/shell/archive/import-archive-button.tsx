import { FileUp } from 'lucide-react'
import { lazyDialog } from '#client/ui/dialogs.tsx'
import { FileButton } from '#client/ui/file-button.tsx'

const importArchiveDialog = lazyDialog(async () => (await import('./import-archive-dialog.tsx')).ImportArchiveDialog)

/** Imports an archive of this account or another one, of this site or another one. */
export function ImportArchiveButton() {
  return (
    <FileButton
      icon={FileUp}
      variant="outline"
      inputLabel="Archive"
      accept=".zip"
      onChoose={([file]) => file && importArchiveDialog.open({ file })}
    >
      Import an archive
    </FileButton>
  )
}
