import { UserRound } from 'lucide-react'
import { useState } from 'react'
import { cx } from '#client/lib/cx.ts'
import { displayableSrc, isDrawnPortrait } from '#shared/image-src.ts'
import { initials } from '#shared/initials.ts'

interface AvatarProps {
  name: string
  /** The image's path. Without one, the initials are shown. */
  src?: string
  hue?: number
  className?: string
  /** Loads the image when it comes into view, for long lists. */
  lazy?: boolean
}

/** A small image next to a name. It is decorative and hidden from screen readers. */
export function Avatar({ name, src = '', hue = 40, className = 'size-9 rounded-full', lazy }: AvatarProps) {
  const [failedSrc, setFailedSrc] = useState('')
  const image = displayableSrc(src)
  const shown = image !== '' && image !== failedSrc
  return (
    <span
      aria-hidden
      className={cx('poster-small grid shrink-0 select-none place-items-center overflow-hidden', className)}
      style={{ ['--hue' as string]: hue }}
    >
      {shown ? (
        <img
          src={image}
          alt=""
          decoding="async"
          loading={lazy ? 'lazy' : 'eager'}
          className={cx('size-full object-cover object-top', isDrawnPortrait(image) && 'translate-y-[4%] scale-115')}
          onError={() => setFailedSrc(image)}
        />
      ) : (
        <span className="grid size-full place-items-center [container-type:inline-size]">
          {/* Never larger than the image's place, whatever the text size setting. */}
          <span className="font-display font-semibold text-[min(0.9em,48cqw)] text-label-ink">
            {initials(name) || <UserRound size="1.2em" strokeWidth={1.6} />}
          </span>
        </span>
      )}
    </span>
  )
}
