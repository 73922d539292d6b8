import { useEffect, useId, useState } from 'react'
import type { Area } from 'react-easy-crop'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import type { Closable } from '#client/ui/dialogs.tsx'
import { toastError } from '#client/ui/toast-error.ts'
import { imageLimits, imageMessages } from '#shared/images.ts'
import { uploadFailed, uploadImage } from '../api.ts'
import { type Crop, CropArea, maxZoom, minZoom } from './crop-area.tsx'

interface CropDialogProps extends Closable {
  file: File
  /** Receives the address of the uploaded image. */
  onImage: (url: string) => void
}

/** Crops an image file to a square, and uploads it. */
export function CropDialog({ file, onImage, onClose }: CropDialogProps) {
  const [crop, setCrop] = useState<Crop>({ position: { x: 0, y: 0 }, zoom: 1 })
  const [isUploading, setUploading] = useState(false)
  const zoomId = useId()
  const src = useObjectUrl(file)
  const upload = async () => {
    if (!crop.image || !crop.area) return
    setUploading(true)
    try {
      const { url } = await uploadImage(await cropImage(crop.image, crop.area))
      onImage(url)
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

/** Draws an area of the image to a WebP, at most as large as the server stores it. The canvas drops the image's metadata. */
function cropImage(image: HTMLImageElement, { x, y, width, height }: Area): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = Math.max(1, Math.min(imageLimits.edge, Math.round(width)))
  const context = canvas.getContext('2d')
  if (!context) return Promise.reject(new Error('This browser has no canvas.'))
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, x, y, width, height, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The canvas is too large.'))), 'image/webp', 0.92)
  })
}
