import { cx } from '#client/lib/cx.ts'

export type ButtonVariant = 'primary' | 'outline' | 'warm' | 'quiet' | 'danger' | 'link'
export type ButtonSize = 'md' | 'lg' | 'icon'

const base =
  'inline-flex items-center justify-center gap-2 rounded-md border font-[550] select-none ' +
  'transition-[background-color,color,border-color,box-shadow,scale] duration-150 ease-out ' +
  'disabled:pointer-events-none disabled:opacity-55 aria-disabled:opacity-55 [&_svg]:shrink-0'

const variants: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-curtain text-curtain-ink hover:bg-curtain-deep active:scale-[0.985]',
  outline: 'border-line bg-transparent text-ink hover:border-line-strong hover:bg-curtain-wash active:scale-[0.985]',
  // For cards that are one click target: highlighted while the card is hovered. It must not scale, or the stretched
  // target under the pointer would shrink between press and release.
  warm:
    'border-line bg-transparent text-curtain group-hover:border-transparent group-hover:bg-curtain ' +
    'group-hover:text-curtain-ink group-active:bg-curtain-deep',
  quiet: 'border-transparent bg-transparent text-ink-soft hover:bg-curtain-wash hover:text-ink',
  danger: 'border-transparent bg-danger text-danger-ink hover:opacity-90',
  link: 'border-transparent bg-transparent text-curtain underline-offset-4 hover:underline',
}

const sizes: Record<ButtonSize, string> = {
  md: 'button-md',
  lg: 'button-lg',
  icon: 'button-icon',
}

/** The classes of a button, also for links that look like one. */
export function buttonClass(options: { variant?: ButtonVariant; size?: ButtonSize; className?: string } = {}): string {
  return cx(base, variants[options.variant ?? 'primary'], sizes[options.size ?? 'md'], options.className)
}
