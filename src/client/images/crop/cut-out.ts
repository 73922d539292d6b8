import { imageLimits } from '#shared/images.ts'
import { type Crop, cutOf } from './crop.ts'

/** Draws the square anew, no larger than it will be kept: a photograph of any size goes up small, without its data. */
export function cutOut(picture: HTMLImageElement, crop: Crop): Promise<Blob> {
  const { left, top, side } = cutOf(crop, { width: picture.naturalWidth, height: picture.naturalHeight })
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = Math.max(1, Math.min(imageLimits.edge, Math.round(side)))
  const pen = canvas.getContext('2d')
  if (!pen) return Promise.reject(new Error('This browser cannot draw.'))
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture is too large.'))), 'image/webp', 0.92)
  })
}
