import { UserRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { cx } from '#client/lib/cx.ts'
import { hueOf } from '#shared/category-hues.ts'
import { initials } from '#shared/initials.ts'
import { displayableSrc } from '#shared/picture.ts'

interface PosterProps {
  name: string
  avatar: string
  category: string
  /** `lazy` leaves it to the browser when to load the picture; `later` shows the background until the caller decides. */
  loading?: 'eager' | 'lazy' | 'later'
  className?: string
  children?: ReactNode
}

/** A character's picture, or the initials of its name. Built-in portraits have the category's tint as background, other pictures fill the poster. */
export function Poster({ name, avatar, category, loading = 'lazy', className, children }: PosterProps) {
  const [failedSrc, setFailedSrc] = useState('')
  const picture = displayableSrc(avatar)
  const shown = picture !== '' && picture !== failedSrc
  return (
    <div className={cx('poster relative overflow-hidden', className)} style={{ ['--hue' as string]: hueOf(category) }}>
      {shown && loading !== 'later' && (
        <img
          src={picture}
          alt=""
          width={400}
          height={400}
          loading={loading}
          decoding="async"
          onError={() => setFailedSrc(picture)}
          className="poster-picture"
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
