/** The natural size of a picture, in its own pixels. */
export interface Size {
  width: number
  height: number
}

/** A square cut out of a picture: its centre, in the picture's pixels, and how close it is. */
export interface Crop {
  x: number
  y: number
  /** 1: as wide as the picture's shorter side. */
  zoom: number
}

export const closest = 5

/** The side of the square, in the picture's pixels. */
export function sideOf(crop: Crop, picture: Size): number {
  return Math.min(picture.width, picture.height) / crop.zoom
}

/** The widest square: centred, and on a tall picture nearer the top, where faces are. */
export function firstCrop(picture: Size): Crop {
  return within({ x: picture.width / 2, y: Math.min(picture.height / 2, picture.width * 0.6), zoom: 1 }, picture)
}

/** Moves the picture under the frame, by fractions of the frame's side. */
export function move(crop: Crop, picture: Size, byX: number, byY: number): Crop {
  const side = sideOf(crop, picture)
  return within({ ...crop, x: crop.x - byX * side, y: crop.y - byY * side }, picture)
}

/** Goes closer or away; what is under the point (fractions of the frame, its middle unless told) stays there. */
export function zoomTo(crop: Crop, picture: Size, zoom: number, at = { x: 0.5, y: 0.5 }): Crop {
  const next = Math.min(closest, Math.max(1, zoom))
  const shift = sideOf(crop, picture) - sideOf({ ...crop, zoom: next }, picture)
  return within({ x: crop.x + (at.x - 0.5) * shift, y: crop.y + (at.y - 0.5) * shift, zoom: next }, picture)
}

/** The square in the picture's pixels, as a canvas wants it. */
export function cutOf(crop: Crop, picture: Size): { left: number; top: number; side: number } {
  const side = sideOf(crop, picture)
  return { left: crop.x - side / 2, top: crop.y - side / 2, side }
}

/** The square never leaves the picture. */
function within(crop: Crop, picture: Size): Crop {
  const half = sideOf(crop, picture) / 2
  const keep = (centre: number, length: number) => Math.min(length - half, Math.max(half, centre))
  return { ...crop, x: keep(crop.x, picture.width), y: keep(crop.y, picture.height) }
}
