import { type RefObject, useRef } from 'react'
import { type Crop, cutOf, type Size } from './crop.ts'
import { useCropGestures } from './use-crop-gestures.ts'

interface CropStageProps {
  src: string
  picture: Size
  image: RefObject<HTMLImageElement | null>
  crop: Crop
  onChange: (change: (crop: Crop) => Crop) => void
}

/** The picture under a square frame. The faint lines show what a card, which is less tall, leaves out. */
export function CropStage({ src, picture, image, crop, onChange }: CropStageProps) {
  const stage = useRef<HTMLDivElement>(null)
  const gestures = useCropGestures(stage, picture, onChange)
  const { left, top, side } = cutOf(crop, picture)
  const percent = (length: number) => `${(length / side) * 100}%`
  return (
    <div
      ref={stage}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved with the arrow keys
      tabIndex={0}
      role="application"
      aria-label="Frame of the picture. Arrow keys move it, plus and minus zoom."
      {...gestures}
      className="relative mx-auto aspect-square w-full max-w-80 cursor-grab touch-none select-none overflow-hidden rounded-lg border border-line bg-sunken active:cursor-grabbing"
    >
      <img
        ref={image}
        src={src}
        alt=""
        draggable={false}
        className="pointer-events-none absolute max-w-none"
        style={{
          width: percent(picture.width),
          height: percent(picture.height),
          left: `-${percent(left)}`,
          top: `-${percent(top)}`,
        }}
      />
      <span
        aria-hidden
        className="pointer-events-none absolute inset-x-0 top-[10%] bottom-[10%] border-white/70 border-y border-dashed"
      />
    </div>
  )
}
