import type { Context } from '#server/core/context.ts'
import type { PictureDeps } from './picture-deps.ts'
import { sweepPictures } from './remove-pictures.ts'

const every = 60 * 60 * 1000

/** Sweeps now and once an hour; the returned function stops it and waits for the sweep under way. */
export function schedulePictureSweep(context: Context, pictures: Pick<PictureDeps, 'storage'>): () => Promise<void> {
  let underWay = Promise.resolve()
  const sweep = () => {
    underWay = underWay
      .then(() => sweepPictures(context, pictures))
      .then(
        (swept) => {
          if (swept > 0) context.log.info({ swept }, 'pictures nobody wore were removed')
        },
        (error: unknown) => context.log.warn({ err: error }, 'sweeping pictures'),
      )
  }
  sweep()
  const timer = setInterval(sweep, every)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await underWay
  }
}
