import type { Context } from '#server/core/context.ts'
import { sweepPictures } from './delete-pictures.ts'
import type { PictureDeps } from './picture-deps.ts'

const interval = 60 * 60 * 1000

/** Sweeps now and every hour. The returned function stops it and waits for a running sweep. */
export function schedulePictureSweep(context: Context, pictures: Pick<PictureDeps, 'storage'>): () => Promise<void> {
  let running = Promise.resolve()
  const sweep = () => {
    running = running
      .then(() => sweepPictures(context, pictures))
      .then(
        (deleted) => {
          if (deleted > 0) context.log.info({ deleted }, 'unreferenced pictures deleted')
        },
        (error: unknown) => context.log.warn({ err: error }, 'picture sweep failed'),
      )
  }
  sweep()
  const timer = setInterval(sweep, interval)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
