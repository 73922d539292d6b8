import { Shuffle } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { hueOf } from '#shared/category-hues.ts'
import { portraitsFor } from './portraits.ts'

interface PortraitPickerProps {
  name: string
  category: string
  value: string
  onPick: (portrait: string) => void
}

/** A grid of built-in portraits, with a button for further ones. */
export function PortraitPicker({ name, category, value, onPick }: PortraitPickerProps) {
  const [page, setPage] = useState(0)
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-[550] text-sm">Choose a portrait</legend>
      <div className="grid grid-cols-4 gap-2.5">
        {portraitsFor(name, page).map((portrait, index) => (
          <button
            key={portrait}
            type="button"
            aria-label={`Portrait ${index + 1}`}
            aria-pressed={portrait === value}
            onClick={() => onPick(portrait)}
            className="poster-small aspect-square min-h-11 overflow-hidden rounded-lg ring-offset-2 ring-offset-paper transition-shadow hover:ring-2 hover:ring-line-strong aria-pressed:ring-2 aria-pressed:ring-curtain"
            style={{ ['--hue' as string]: hueOf(category) }}
          >
            <img
              src={portrait}
              alt=""
              width={160}
              height={160}
              decoding="async"
              className="size-full translate-y-[4%]"
            />
          </button>
        ))}
      </div>
      <div className="mt-3.5 flex flex-wrap gap-2.5">
        <Button variant="outline" icon={Shuffle} onClick={() => setPage(page + 1)}>
          Other portraits
        </Button>
        {value && (
          <Button variant="quiet" onClick={() => onPick('')}>
            No picture
          </Button>
        )}
      </div>
    </fieldset>
  )
}
