import { type ReactNode, useState } from 'react'
import { cx } from '#client/lib/cx.ts'
import { isDrawn, showable } from '#client/lib/picture.ts'
import { hueOf } from './hue.ts'

interface PosterProps {
  name: string
  avatar: string
  category: string
  /** The first posters on a page are fetched at once, the others as they come near. */
  eager?: boolean | undefined
  className?: string
  children?: ReactNode
}

/** A character's poster: drawn portraits stand on the category's tint, lit from below; photographs fill it. */
export function Poster({ name, avatar, category, eager, className, children }: PosterProps) {
  const [broken, setBroken] = useState('')
  const picture = showable(avatar)
  const shown = picture !== '' && picture !== broken
  return (
    <div className={cx('poster relative overflow-hidden', className)} style={{ ['--hue' as string]: hueOf(category) }}>
      {shown ? (
        <img
          src={picture}
          alt=""
          width={400}
          height={400}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          onError={() => setBroken(picture)}
          className={
            isDrawn(picture)
              ? 'absolute -bottom-[4%] left-1/2 aspect-square h-auto w-4/5 min-w-28 max-w-none -translate-x-1/2'
              : 'absolute inset-0 size-full object-cover'
          }
        />
      ) : (
        <span
          aria-hidden
          className="absolute inset-0 grid place-items-center font-display font-semibold text-6xl text-ink opacity-55"
        >
          {[...name.trim()][0]?.toUpperCase()}
        </span>
      )}
      {children}
    </div>
  )
}
