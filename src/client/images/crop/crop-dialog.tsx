import Cropper, { type Area, type Point } from 'react-easy-crop'
import { useClose } from '#client/ui/close-context.ts'
import 'react-easy-crop/react-easy-crop.css'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { uploadFailed } from '#client/images/api.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { toastError } from '#client/ui/toast-error.ts'
import { imageLimits, imageMessages } from '#shared/images.ts'
import { useUpload } from '../upload-button.tsx'

export function CropDialog({ file, onImage }: { file: File; onImage: (url: string) => void }) {
  const close = useClose()
  const [crop, setCrop] = useState<Crop>({ position: { x: 0, y: 0 }, zoom: 1 })
  const zoomId = useId()
  const src = useObjectUrl(file)
  const upload = useUpload((url) => {
    onImage(url)
    close()
  })
  const onUnreadable = () => {
    close()
    toastError(imageMessages.unreadable, { title: uploadFailed })
  }
  return (
    <Dialog
      title="Crop the picture"
      description="Drag to move it. Scroll or pinch to zoom. The card shows only what is inside the dashed lines."
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
          <Button variant="outline" onClick={close}>
            Cancel
          </Button>
          <Button
            disabled={upload.isPending}
            onClick={() => crop.image && crop.area && upload.mutate(cropImage(crop.image, crop.area))}
          >
            {upload.isPending ? 'Uploading…' : 'Use picture'}
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

const minZoom = 1
const maxZoom = 5
const zoomFactor = 1.1

interface Crop {
  position: Point
  zoom: number
  /** The cropped area in pixels of the image. Unset until the image has loaded. */
  area?: Area
  image?: HTMLImageElement | null
}

interface CropAreaProps {
  src: string | undefined
  crop: Crop
  onChange: (changes: Partial<Crop>) => void
  onUnreadable: () => void
}

/** The image under a square frame, moved and zoomed by mouse, touch or keyboard. Cards show the area between the lines. */
function CropArea({ src, crop, onChange, onUnreadable }: CropAreaProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const factor = { '+': zoomFactor, '=': zoomFactor, '-': 1 / zoomFactor }[event.key]
    if (!factor || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    onChange({ zoom: Math.min(maxZoom, Math.max(minZoom, crop.zoom * factor)) })
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the focusable element is the cropper's frame inside
    <div
      onKeyDown={onKeyDown}
      className="relative mx-auto aspect-square w-full max-w-80 overflow-hidden rounded-lg border border-line bg-sunken"
    >
      {src && (
        <Cropper
          image={src}
          crop={crop.position}
          zoom={crop.zoom}
          aspect={1}
          minZoom={minZoom}
          maxZoom={maxZoom}
          objectFit="cover"
          showGrid={false}
          // Negative, so that the arrow keys move the frame and not the image.
          keyboardStep={-12}
          onCropChange={(position) => onChange({ position })}
          onZoomChange={(zoom) => onChange({ zoom })}
          onCropAreaChange={(_, area) => onChange({ area })}
          // Tall images start near the top, where faces usually are.
          onMediaLoaded={({ width, height }) =>
            onChange({ position: { x: 0, y: Math.max(0, (height - width) / 2 - width / 10) } })
          }
          setImageRef={(image) => onChange({ image: image.current })}
          mediaProps={{ onError: onUnreadable }}
          cropperProps={{
            role: 'application',
            'aria-label': 'Crop area. Arrow keys move the picture, plus and minus zoom.',
          }}
          style={{ containerStyle: { cursor: 'grab' }, cropAreaStyle: { border: 0, outlineOffset: -3 } }}
          disableAutomaticStylesInjection
        />
      )}
      <span
        aria-hidden
        className="pointer-events-none absolute inset-x-0 top-[10%] bottom-[10%] border-white/70 border-y border-dashed"
      />
    </div>
  )
}
