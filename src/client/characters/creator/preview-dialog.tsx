import { FormProvider, type UseFormReturn } from 'react-hook-form'
import { Dialog } from '#client/ui/dialog.tsx'
import type { Closable } from '#client/ui/dialogs.tsx'
import type { CharacterFields } from '#shared/characters.ts'
import { CreatorPreview } from './creator-preview.tsx'

export function PreviewDialog({ form, onClose }: Closable & { form: UseFormReturn<CharacterFields> }) {
  return (
    <Dialog title="Preview" className="sm:max-w-md" onClose={onClose}>
      <FormProvider {...form}>
        <CreatorPreview />
      </FormProvider>
    </Dialog>
  )
}
