import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from '#client/lib/cx.ts'
import { IconButton } from '#client/ui/icon-button.tsx'

interface HeaderToolProps extends Omit<ComponentProps<typeof IconButton>, 'icon' | 'side'> {
  icon: LucideIcon
  /** The text below the icon, a part of the label. Left out: the label. */
  caption?: string
}

/** A button of the header. Where the header has room its text is below the icon, otherwise it is a tooltip only. */
export function HeaderTool({ icon: Icon, label, caption = label, className, ...props }: HeaderToolProps) {
  return (
    <IconButton
      label={label}
      side="bottom"
      icon={
        <>
          <Icon aria-hidden size={19} />
          <span aria-hidden className="hidden font-medium text-[0.6875rem] leading-none @4xl:block">
            {caption}
          </span>
        </>
      }
      className={cx('!gap-1.5 flex-col @4xl:!h-13 @4xl:!w-auto @4xl:!px-2', className)}
      {...props}
    />
  )
}
