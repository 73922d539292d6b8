import { pointer, select } from 'd3-selection'
import { type D3ZoomEvent, type ZoomTransform, zoom, zoomIdentity, zoomTransform } from 'd3-zoom'
import { type MouseEvent, type RefObject, useEffectEvent, useLayoutEffect, useState } from 'react'
import type { Box } from './layout.ts'

const maxZoom = 1.6
/** Below this zoom texts are too small to read, and are not drawn. */
const readableZoom = 0.42
/** The map opens on the whole story at this zoom or more. */
const minOpeningZoom = 0.7
/** How much of the story stays in the frame at least, in pixels. */
const minVisible = 90
/** How far from the edges of the frame what was outside is shown, in pixels. */
const margin = 16
/** Pixels that the mouse moves before it drags instead of clicking. */
const dragFrom = 6
/** How much a pixel of the wheel zooms, as an exponent of 2. */
const wheelZoom = 0.0127

export interface Drawn {
  box: Box
  isFar: boolean
}

/**
 * Moves and zooms the map: by drag, wheel and pinch, and by the functions that it returns. A move changes the layer's
 * transform only; React renders again when the user comes near the edge of what is drawn.
 */
export function usePanZoom(frame: RefObject<HTMLElement | null>, layer: RefObject<HTMLElement | null>, bounds: Box) {
  const [drawn, setDrawn] = useState<Drawn | null>(null)
  const [behaviour] = useState(() =>
    zoom<HTMLElement, unknown>()
      .clickDistance(dragFrom)
      .filter((event) => (event.type === 'wheel' ? isZoom(event) : !event.button))
      .wheelDelta(({ deltaY }) => -deltaY * wheelZoom),
  )
  const element = () => frame.current as HTMLElement
  const selection = () => select<HTMLElement, unknown>(element())
  const panBy = (dx: number, dy: number) => {
    const { k } = zoomTransform(element())
    behaviour.translateBy(selection(), dx / k, dy / k)
  }
  const zoomBy = (factor: number) => behaviour.scaleBy(selection(), factor)
  /** Moves a position to the middle of the frame. */
  const centre = ({ left, right, top, bottom }: Box, scale = 1) => {
    const { clientWidth, clientHeight } = element()
    const middle = zoomIdentity.translate(clientWidth / 2, clientHeight / 2).scale(scale)
    behaviour.transform(selection(), middle.translate(-(left + right) / 2, -(top + bottom) / 2))
  }
  const showAll = () => centre(bounds, Math.min(fittingZoom(element(), bounds), 1))
  /** The first view: the whole story where its texts can be read so, else one position. */
  const open = (at: Box) => {
    if (fittingZoom(element(), bounds) >= minOpeningZoom) showAll()
    else centre(at)
  }
  /** Moves a position into the frame, as little as that takes. */
  const bringIn = ({ left, right, top, bottom }: Box) => {
    const { clientWidth, clientHeight } = element()
    const view = zoomTransform(element())
    panBy(
      Math.max(0, margin - view.applyX(left)) + Math.min(0, clientWidth - margin - view.applyX(right)),
      Math.max(0, margin - view.applyY(top)) + Math.min(0, clientHeight - margin - view.applyY(bottom)),
    )
  }
  /** Where an event is on the map. */
  const positionOf = (event: MouseEvent) => zoomTransform(element()).invert(pointer(event, element()))

  const onZoom = useEffectEvent(({ transform }: D3ZoomEvent<HTMLElement, unknown>) => {
    const { x, y, k } = transform
    // Whole pixels: between two of them, thin lines are blurred.
    if (layer.current) layer.current.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px) scale(${k})`
    const visible = visibleBox(transform, element())
    setDrawn((before) => (before && covers(before, visible, k) ? before : drawnAround(visible, k)))
  })
  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault()
    if (isZoom(event)) return
    const { deltaX, deltaY, shiftKey } = event
    if (shiftKey && deltaX === 0) panBy(-deltaY, 0)
    else panBy(-deltaX, -deltaY)
  })
  useLayoutEffect(() => {
    if (!frame.current) return
    const target = select<HTMLElement, unknown>(frame.current)
    behaviour.on('zoom', (event) => onZoom(event))
    target.call(behaviour).on('dblclick.zoom', null)
    target.on('wheel.pan', (event) => onWheel(event), { passive: false })
    return () => void target.on('.zoom', null).on('.pan', null)
  }, [frame, behaviour])
  useLayoutEffect(() => {
    const target = frame.current
    if (!target) return
    behaviour.constrain((transform, [, size]) => keepVisible(transform, size, bounds))
    const observer = new ResizeObserver(() => {
      behaviour.scaleExtent([Math.min(fittingZoom(target, bounds), readableZoom), maxZoom])
      // Moves back what is now beyond the limits.
      behaviour.scaleBy(select(target), 1)
    })
    observer.observe(target)
    return () => observer.disconnect()
  }, [frame, behaviour, bounds])
  return { drawn, open, zoomBy, showAll, bringIn, centre, positionOf }
}

/** Whether the wheel zooms instead of moving; a pinch on a trackpad is reported as a wheel with Ctrl. */
const isZoom = ({ ctrlKey, metaKey }: WheelEvent) => ctrlKey || metaKey

const clamp = (value: number, min: number, max: number) => Math.max(Math.min(value, max), Math.min(min, max))

function keepVisible({ x, y, k }: ZoomTransform, [width, height]: [number, number], bounds: Box): ZoomTransform {
  return zoomIdentity
    .translate(
      clamp(x, minVisible - bounds.right * k, width - minVisible - bounds.left * k),
      clamp(y, minVisible - bounds.bottom * k, height - minVisible - bounds.top * k),
    )
    .scale(k)
}

function fittingZoom({ clientWidth, clientHeight }: HTMLElement, { left, right, top, bottom }: Box): number {
  const room = 2 * margin
  return Math.min((clientWidth - room) / Math.max(1, right - left), (clientHeight - room) / Math.max(1, bottom - top))
}

function visibleBox(view: ZoomTransform, { clientWidth, clientHeight }: HTMLElement): Box {
  const [left, top] = view.invert([0, 0])
  const [right, bottom] = view.invert([clientWidth, clientHeight])
  return { left, top, right, bottom }
}

/** Half a frame more than is visible on each side. */
function drawnAround({ left, top, right, bottom }: Box, zoom: number): Drawn {
  const [x, y] = [(right - left) / 2, (bottom - top) / 2]
  return { box: { left: left - x, top: top - y, right: right + x, bottom: bottom + y }, isFar: zoom < readableZoom }
}

/** Whether what is drawn has all that is visible, and not much more: zooming in would leave too many elements. */
function covers({ box, isFar }: Drawn, visible: Box, zoom: number): boolean {
  const isWithin =
    visible.left >= box.left && visible.top >= box.top && visible.right <= box.right && visible.bottom <= box.bottom
  const isTight = box.right - box.left <= 4 * (visible.right - visible.left)
  return isWithin && isTight && isFar === zoom < readableZoom
}
