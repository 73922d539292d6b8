import type { Area } from 'react-easy-crop'
import { imageLimits } from '#shared/images.ts'

/** Draws an area of the image to a WebP, at most as large as the server stores it. The canvas drops the image's metadata. */
export function cropImage(image: HTMLImageElement, { x, y, width, height }: Area): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = Math.max(1, Math.min(imageLimits.edge, Math.round(width)))
  const context = canvas.getContext('2d')
  if (!context) return Promise.reject(new Error('This browser has no canvas.'))
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, x, y, width, height, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The canvas is too large.'))), 'image/webp', 0.92)
  })
}
