import { Upload } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { cx } from '#client/lib/cx.ts'
import { lazyDialog } from '#client/ui/dialogs.tsx'
import { FileButton } from '#client/ui/file-button.tsx'
import { toastError } from '#client/ui/toast-error.ts'
import { imageMessages } from '#shared/images.ts'
import { uploadFailed } from './api.ts'

const cropDialog = lazyDialog(async () => (await import('./crop/crop-dialog.tsx')).CropDialog)

const acceptedTypes = ['image/png', 'image/jpeg', 'image/webp']

export function ImageUpload({ onImage }: { onImage: (url: string) => void }) {
  const [isDraggedOver, setDraggedOver] = useState(false)

  const openCropDialog = (file: File | undefined) => {
    setDraggedOver(false)
    if (!file) return
    if (acceptedTypes.includes(file.type)) cropDialog.open({ file, onImage })
    else toastError(imageMessages.wrongKind, { title: uploadFailed })
  }
  const onDragOver = (event: DragEvent) => {
    event.preventDefault()
    setDraggedOver(true)
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    openCropDialog(event.dataTransfer.files[0])
  }
  return (
    <section
      aria-label="Upload a picture"
      onDragOver={onDragOver}
      onDragLeave={() => setDraggedOver(false)}
      onDrop={onDrop}
      className={cx(
        'rounded-lg border border-line-strong border-dashed p-5 transition-colors',
        isDraggedOver && 'border-curtain bg-curtain-wash',
      )}
    >
      <h2 className="font-[550] font-sans text-sm tracking-normal">Upload a picture</h2>
      <p className="mt-1 mb-3.5 text-ink-soft text-sm">
        Drop a PNG, JPEG or WebP file here, or choose one. You can crop it before it is uploaded.
      </p>
      <FileButton
        icon={Upload}
        inputLabel="Picture file"
        accept={acceptedTypes.join(',')}
        onChoose={([file]) => openCropDialog(file)}
      >
        Choose a picture
      </FileButton>
    </section>
  )
}
