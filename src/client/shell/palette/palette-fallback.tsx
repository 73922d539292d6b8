import { useEffect, useRef } from 'react'

export interface PaletteFallbackProps {
  typed: string
  onType: (typed: string) => void
  onClose: () => void
}

/** An input shown while the palette's code loads. The palette takes over the typed text. */
export function PaletteFallback({ typed, onType, onClose }: PaletteFallbackProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <div
      role="dialog"
      aria-label="Jump to"
      className="fixed inset-0 z-50 bg-scrim"
      onPointerDown={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className="mx-3 mt-3 rounded-xl border border-line bg-card px-4 text-ink shadow-raised sm:mx-auto sm:mt-[12vh] sm:max-w-xl">
        <input
          ref={field}
          type="text"
          aria-label="Jump to a conversation, character or page"
          aria-busy
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          placeholder="Jump to…"
          value={typed}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && onClose()}
          // A menu that closes meanwhile returns the focus to its button.
          onBlur={() => field.current?.focus()}
          className="min-h-14 w-full bg-transparent pl-[31px] text-[1.0625rem] outline-none"
        />
      </div>
    </div>
  )
}
