import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { type Crop, closest, firstCrop, type Size, zoomTo } from './crop.ts'
import { CropStage } from './crop-stage.tsx'
import { cutOut } from './cut-out.ts'

interface CropDialogProps {
  file: File
  onClose: () => void
  onUnreadable: () => void
  /** Resolves once the square is where it should be; the dialog stays open until then. */
  onCut: (square: Blob) => Promise<void>
}

/** Chooses the square of a picture that is used. */
export function CropDialog({ file, onClose, onUnreadable, onCut }: CropDialogProps) {
  const loaded = useLoaded(file, onUnreadable)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Frame the picture"
      description="Drag to move it, scroll or pinch to come closer. What lies beyond the dashed lines is not on the card."
    >
      {loaded ? (
        <Frame {...loaded} onClose={onClose} onCut={onCut} />
      ) : (
        <Skeleton className="mx-auto aspect-square w-full max-w-80 rounded-lg" />
      )}
    </Dialog>
  )
}

interface Loaded {
  src: string
  picture: Size
}

function useLoaded(file: File, onUnreadable: () => void): Loaded | null {
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const giveUp = useRef(onUnreadable)
  giveUp.current = onUnreadable
  useEffect(() => {
    const src = URL.createObjectURL(file)
    const image = new Image()
    image.onload = () => setLoaded({ src, picture: { width: image.naturalWidth, height: image.naturalHeight } })
    image.onerror = () => giveUp.current()
    image.src = src
    return () => {
      image.onload = image.onerror = null
      URL.revokeObjectURL(src)
    }
  }, [file])
  return loaded
}

function Frame({ src, picture, onClose, onCut }: Loaded & Pick<CropDialogProps, 'onClose' | 'onCut'>) {
  const [crop, setCrop] = useState<Crop>(() => firstCrop(picture))
  const [busy, setBusy] = useState(false)
  const image = useRef<HTMLImageElement>(null)
  const zoomId = useId()
  const use = async () => {
    if (!image.current) return
    setBusy(true)
    try {
      await onCut(await cutOut(image.current, crop))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="flex flex-col gap-5">
      <CropStage src={src} picture={picture} image={image} crop={crop} onChange={setCrop} />
      <div className="flex items-center gap-3.5">
        <label htmlFor={zoomId} className="font-[550] text-sm">
          Zoom
        </label>
        <input
          id={zoomId}
          type="range"
          min={1}
          max={closest}
          step={0.05}
          value={crop.zoom}
          aria-valuetext={`${Math.round(crop.zoom * 100)} %`}
          onChange={(event) => setCrop(zoomTo(crop, picture, event.target.valueAsNumber))}
          className="h-11 min-w-0 flex-1 accent-curtain"
        />
      </div>
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={busy} onClick={() => void use()}>
          {busy ? 'Uploading…' : 'Use picture'}
        </Button>
      </div>
    </div>
  )
}
