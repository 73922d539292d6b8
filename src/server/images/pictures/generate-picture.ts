import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError } from '#server/http/api-error.ts'
import { parsePortraitName } from '#server/providers/images/portrait-name.ts'
import { ImageError, type Picture } from '#server/providers/images/provider.ts'
import { assertClassified, screenText } from '#server/screening/screen-text.ts'
import { entitlements } from '#shared/entitlements.ts'
import type { ImageResponse } from '#shared/images.ts'
import type { PictureDeps } from './picture-deps.ts'
import { assertBelowImageLimit, savePicture } from './save-picture.ts'

/** Milliseconds. */
const generationTimeout = 90_000

/**
 * Premium and, for pictures of an external service, an adult confirmation: nobody reviews those before their author sees
 * them. The built-in portraits suit everyone.
 */
export function assertCanGenerateImages(context: Context, { imageProvider }: PictureDeps, user: Viewer): void {
  if (!entitlements[user.account_type].imageGeneration) {
    throw new ApiError('premium_required', { message: 'Generating images needs a Premium account.' })
  }
  if (imageProvider.builtIn) return
  if (context.env.ageAssurance !== 'none' && user.adult_confirmed_at === null) {
    throw new ApiError('adult_confirmation_required')
  }
}

/** Generates a picture from the prompt. */
export async function generatePicture(
  context: Context,
  pictures: PictureDeps,
  author: Viewer,
  prompt: string,
): Promise<ImageResponse> {
  const screened = { surface: 'image', text: prompt, author, field: 'prompt' } as const
  screenText(context, screened)
  // The built-in provider stores nothing: its portraits are drawn from their name on request, and suit everyone.
  if (!pictures.imageProvider.builtIn) {
    if (!(await assertClassified(context, screened))) {
      const message =
        'The safety check of this site does not answer, and pictures need it. Please try again in a minute.'
      throw new ApiError('unavailable', { message })
    }
    await assertBelowImageLimit(context, author)
  }
  const picture = await requestPicture(context, pictures, prompt)
  if (picture.kind === 'portrait') {
    return { url: `/portraits/${picture.name}.svg`, drawnFrom: [...(parsePortraitName(picture.name) ?? [])] }
  }
  return { url: await pictures.imageProcessor.hold(() => savePicture(context, pictures, author, picture.bytes)) }
}

async function requestPicture(context: Context, { imageProvider }: PictureDeps, prompt: string): Promise<Picture> {
  const signal = AbortSignal.timeout(generationTimeout)
  try {
    return await imageProvider.generate(prompt, { signal })
  } catch (error) {
    if (!(error instanceof ImageError) && !signal.aborted) throw error
    context.log.warn({ err: error }, 'picture generation failed')
    const refused = error instanceof ImageError && error.refused
    throw new ApiError('server_error', {
      status: signal.aborted ? 504 : 502,
      message: refused
        ? 'The image generator refused this description. Please describe the character in other words.'
        : 'The image generator did not answer properly. Please try again in a moment.',
      cause: error,
    })
  }
}
