import { Upload } from 'lucide-react'
import { cx } from '#client/lib/cx.ts'
import { useFileDrop } from '#client/lib/use-file-drop.ts'
import { lazyDialog } from '#client/ui/dialogs.tsx'
import { FileButton } from '#client/ui/file-button.tsx'
import { toastError } from '#client/ui/toast-error.ts'
import { imageMessages } from '#shared/images.ts'
import { imageTypes, uploadFailed } from './api.ts'

const cropDialog = lazyDialog(async () => (await import('./crop/crop-dialog.tsx')).CropDialog)

export function ImageUpload({ onImage }: { onImage: (url: string) => void }) {
  const openCropDialog = ([file]: File[]) => {
    if (!file) return
    if (imageTypes.includes(file.type)) cropDialog.open({ file, onImage })
    else toastError(imageMessages.wrongKind, { title: uploadFailed })
  }
  const { isDraggedOver, dropProps } = useFileDrop(openCropDialog)
  return (
    <section
      aria-label="Upload a picture"
      {...dropProps}
      className={cx(
        'rounded-lg border border-line-strong border-dashed p-5 transition-colors',
        isDraggedOver && 'border-curtain bg-curtain-wash',
      )}
    >
      <h2 className="font-[550] font-sans text-sm tracking-normal">Upload a picture</h2>
      <p className="mt-1 mb-3.5 text-ink-soft text-sm">
        Drop a PNG, JPEG or WebP file here, or choose one. You can crop it before it is uploaded.
      </p>
      <FileButton icon={Upload} inputLabel="Picture file" accept={imageTypes.join(',')} onChoose={openCropDialog}>
        Choose a picture
      </FileButton>
    </section>
  )
}
