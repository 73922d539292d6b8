import type { KeyboardEvent } from 'react'
import Cropper, { type Area, type Point } from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'

export const minZoom = 1
export const maxZoom = 5
const zoomFactor = 1.1

export interface Crop {
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
export function CropArea({ src, crop, onChange, onUnreadable }: CropAreaProps) {
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
