import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError } from '#server/http/api-error.ts'
import { ImageError, type Picture } from '#server/providers/images/provider.ts'
import { entitlements } from '#shared/entitlements.ts'
import type { PictureDeps } from './picture-deps.ts'
import { assertBelowImageLimit, savePicture } from './save-picture.ts'

/** The longest an illustrator may take, in milliseconds. */
const patience = 90_000

/** Premium, and of age: nobody looks at what an outside illustrator draws before its author does. */
export function assertCanGenerateImages(context: Context, user: Viewer): void {
  if (!entitlements[user.account_type].imageGeneration) {
    throw new ApiError('premium_required', { message: 'Having pictures drawn needs a Premium account.' })
  }
  if (context.env.ageAssurance !== 'none' && user.adult_confirmed_at === null) {
    throw new ApiError('adult_confirmation_required')
  }
}

/** Has the illustrator draw what the prompt describes; returns the picture's address. */
export async function drawPicture(
  context: Context,
  pictures: PictureDeps,
  author: Viewer,
  prompt: string,
): Promise<string> {
  // A drawing of the house's own takes no room: it is drawn from its name when it is looked at.
  if (!pictures.illustrator.builtIn) await assertBelowImageLimit(context, author)
  const picture = await draw(context, pictures, prompt)
  if (picture.kind === 'portrait') return `/portraits/${picture.name}.svg`
  return pictures.imageProcessor.admit(() => savePicture(context, pictures, author, picture.bytes))
}

async function draw(context: Context, { illustrator }: PictureDeps, prompt: string): Promise<Picture> {
  const signal = AbortSignal.timeout(patience)
  try {
    return await illustrator.generate(prompt, { signal })
  } catch (error) {
    if (!(error instanceof ImageError) && !signal.aborted) throw error
    context.log.warn({ err: error }, 'illustrator')
    const refused = error instanceof ImageError && error.refused
    throw new ApiError('server_error', {
      status: signal.aborted ? 504 : 502,
      message: refused
        ? 'The illustrator will not draw that. Please describe the character in other words.'
        : 'The illustrator did not answer properly. Please try again in a moment.',
      cause: error,
    })
  }
}
