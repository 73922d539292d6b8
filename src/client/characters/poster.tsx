import { UserRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { cx } from '#client/lib/cx.ts'
import { hueOf } from '#shared/category-hues.ts'
import { displayableSrc } from '#shared/image-src.ts'
import { initials } from '#shared/initials.ts'

interface PosterProps {
  name: string
  avatar: string
  category: string
  /** `lazy` leaves it to the browser when to load the image; `later` shows the background until the caller decides. */
  loading?: 'eager' | 'lazy' | 'later'
  className?: string
  children?: ReactNode
}

/** A character's image, or the initials of its name. Built-in portraits have the category's tint as background, other images fill the poster. */
export function Poster({ name, avatar, category, loading = 'lazy', className, children }: PosterProps) {
  const [failedSrc, setFailedSrc] = useState('')
  const image = displayableSrc(avatar)
  const shown = image !== '' && image !== failedSrc
  return (
    <div className={cx('poster relative overflow-hidden', className)} style={{ ['--hue' as string]: hueOf(category) }}>
      {shown && loading !== 'later' && (
        <img
          src={image}
          alt=""
          width={400}
          height={400}
          loading={loading}
          decoding="async"
          onError={() => setFailedSrc(image)}
          className="poster-image"
        />
      )}
      {!shown && (
        <span
          aria-hidden
          className="absolute inset-0 grid place-items-center font-display font-semibold text-6xl text-ink opacity-55 side-by-side:text-4xl"
        >
          {initials(name) || <UserRound size="1em" strokeWidth={1.4} />}
        </span>
      )}
      {children}
    </div>
  )
}
