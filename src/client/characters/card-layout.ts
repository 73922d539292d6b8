/**
 * The classes of a card's parts, whose heights its skeleton shares: the next row does not move when the characters arrive.
 * The description and the role have room for two lines each, in narrow containers the role for one.
 */
export const cardLayout = {
  card: 'flex flex-col overflow-hidden rounded-lg border border-line bg-card @max-[27rem]:grid @max-[27rem]:grid-cols-[6.75rem_1fr]',
  poster: 'aspect-[5/4] @max-[27rem]:aspect-auto',
  body: 'flex min-w-0 flex-1 flex-col gap-[7px] p-4 pt-[15px] @max-[27rem]:p-3.5',
  name: 'min-h-[1.15em] text-xl leading-[1.15]',
  description: 'min-h-[2.9em] text-sm leading-[1.45]',
  role: 'min-h-[2.7em] @max-[27rem]:min-h-[1.35em] text-[0.84375rem] leading-[1.35]',
  figures: 'mt-auto flex items-center gap-3.5 pt-1 text-xs',
  actions: 'mt-1 flex min-h-11 gap-2',
} as const
