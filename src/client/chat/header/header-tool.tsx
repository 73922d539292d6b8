import type { ComponentProps } from 'react'
import { cx } from '#client/lib/cx.ts'
import { IconButton } from '#client/ui/icon-button.tsx'

/** A button of the header. Where the header has room its label is below the icon, otherwise it is a tooltip only. */
export function HeaderTool({ label, className, ...props }: ComponentProps<typeof IconButton>) {
  return (
    <IconButton
      label={label}
      side="bottom"
      className={cx('!gap-1.5 flex-col @4xl:!h-13 @4xl:!w-auto @4xl:!px-2', className)}
      {...props}
    >
      <span aria-hidden className="hidden font-medium text-[0.6875rem] leading-none @4xl:block">
        {label}
      </span>
    </IconButton>
  )
}
