import { useEffect, useId, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import type { Closable } from '#client/ui/dialogs.tsx'
import { toastError } from '#client/ui/toast-error.ts'
import { imageMessages } from '#shared/images.ts'
import { uploadFailed, uploadImage } from '../api.ts'
import { type Crop, CropArea, maxZoom, minZoom } from './crop-area.tsx'
import { cropImage } from './crop-image.ts'

interface CropDialogProps extends Closable {
  file: File
  /** Receives the address of the uploaded picture. */
  onPicture: (url: string) => void
}

/** Crops an image file to a square, and uploads it. */
export function CropDialog({ file, onPicture, onClose }: CropDialogProps) {
  const [crop, setCrop] = useState<Crop>({ position: { x: 0, y: 0 }, zoom: 1 })
  const [isUploading, setUploading] = useState(false)
  const zoomId = useId()
  const src = useObjectUrl(file)
  const upload = async () => {
    if (!crop.image || !crop.area) return
    setUploading(true)
    try {
      const { url } = await uploadImage(await cropImage(crop.image, crop.area))
      onPicture(url)
      onClose()
    } catch (error) {
      setUploading(false)
      toastError(error, { title: uploadFailed, fallback: 'The picture could not be sent. Please try again.' })
    }
  }
  const onUnreadable = () => {
    onClose()
    toastError(imageMessages.unreadable, { title: uploadFailed })
  }
  return (
    <Dialog
      title="Crop the picture"
      description="Drag to move it. Scroll or pinch to zoom. The card shows only what is inside the dashed lines."
      onClose={onClose}
    >
      <div className="flex flex-col gap-5">
        <CropArea
          src={src}
          crop={crop}
          onChange={(changes) => setCrop((crop) => ({ ...crop, ...changes }))}
          onUnreadable={onUnreadable}
        />
        <div className="flex items-center gap-3.5">
          <label htmlFor={zoomId} className="font-[550] text-sm">
            Zoom
          </label>
          <input
            id={zoomId}
            type="range"
            min={minZoom}
            max={maxZoom}
            step={0.05}
            value={crop.zoom}
            aria-valuetext={`${Math.round(crop.zoom * 100)} %`}
            onChange={(event) => setCrop({ ...crop, zoom: event.target.valueAsNumber })}
            className="h-11 min-w-0 flex-1 rounded-md accent-curtain"
          />
        </div>
        <div className="flex flex-wrap justify-end gap-2.5">
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={isUploading} onClick={() => void upload()}>
            {isUploading ? 'Uploading…' : 'Use picture'}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function useObjectUrl(file: File): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const created = URL.createObjectURL(file)
    setUrl(created)
    return () => URL.revokeObjectURL(created)
  }, [file])
  return url
}
