import { useState } from 'react'
import { cx } from '#client/lib/cx.ts'
import { isDrawn, showable } from '#client/lib/picture.ts'
import { initials } from '#shared/initials.ts'

interface AvatarProps {
  name: string
  /** A portrait's or picture's address; empty shows the initials. */
  src?: string | undefined
  /** The poster's hue behind a drawn portrait. */
  hue?: number | undefined
  /** Size and shape: `size-9 rounded-full`, `size-13 rounded-lg`. */
  className?: string
  /** Loaded when it comes into view: for the faces of long lists. */
  lazy?: boolean
}

/** A small face. It is decoration beside a name, so it says nothing itself. */
export function Avatar({ name, src = '', hue = 40, className = 'size-9 rounded-full', lazy }: AvatarProps) {
  const [broken, setBroken] = useState('')
  const picture = showable(src)
  const shown = picture !== '' && picture !== broken
  return (
    <span
      aria-hidden
      className={cx('poster-small grid shrink-0 select-none place-items-center overflow-hidden', className)}
      style={{ ['--hue' as string]: hue }}
    >
      {shown ? (
        <img
          src={picture}
          alt=""
          decoding="async"
          loading={lazy ? 'lazy' : 'eager'}
          className={cx('size-full object-cover', isDrawn(picture) && 'translate-y-[4%] scale-115')}
          onError={() => setBroken(picture)}
        />
      ) : (
        <span className="font-display font-semibold text-[0.9em] text-label-ink">{initials(name)}</span>
      )}
    </span>
  )
}
