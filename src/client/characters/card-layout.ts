/**
 * The classes of a card's parts, whose heights its skeleton shares: the next row does not move when the characters arrive.
 * The name and the description share three lines, so that a name of two lines, or one that breaks differently while its
 * font loads, makes no card taller. The role has room for two lines, beside the image for one. There the image is as wide
 * as its tall strip, and cropped at its sides.
 */
export const cardLayout = {
  card: 'flex flex-col overflow-hidden rounded-lg border border-line bg-card side-by-side:grid side-by-side:grid-cols-[108px_1fr]',
  poster: 'aspect-[5/4] side-by-side:aspect-auto side-by-side:[--portrait-width:150%]',
  body: 'flex min-w-0 flex-1 flex-col gap-[7px] p-4 pt-[15px] side-by-side:p-3.5',
  text: 'min-h-[calc(4.14375rem+7px)]',
  name: 'text-xl leading-[1.15]',
  description: 'mt-[7px] text-sm leading-[1.45]',
  role: 'min-h-[2.7em] side-by-side:min-h-[1.35em] text-[0.84375rem] leading-[1.35]',
  figures: 'mt-auto flex items-center gap-3.5 pt-1 text-xs',
  actions: 'mt-1 flex min-h-11 gap-2',
} as const
