import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useId } from 'react'

export function SettingsSection({ title, text, children }: { title: string; text: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-1 gap-x-10 gap-y-5 border-line border-t py-8 lg:grid-cols-[minmax(0,17rem)_minmax(0,1fr)]"
    >
      <div>
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        <p className="mt-1.5 text-ink-soft text-sm">{text}</p>
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  )
}

interface SettingsItemProps {
  icon?: LucideIcon
  title: ReactNode
  /** Beside the title. */
  badge?: ReactNode
  /** Below the title. */
  lines: readonly ReactNode[]
  /** The buttons. */
  children?: ReactNode
}

/** What the account has, in a list of a section. */
export function SettingsItem({ icon: Icon, title, badge, lines, children }: SettingsItemProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3.5 gap-y-2 py-3 first:pt-0">
      {Icon && <Icon aria-hidden size={20} strokeWidth={1.7} className="shrink-0 text-ink-soft" />}
      <div className="min-w-0 flex-[1_1_11rem]">
        <p dir="auto" className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-[550] [overflow-wrap:anywhere]">
          {title}
          {badge}
        </p>
        {lines.filter(Boolean).map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an item are fixed
          <p key={index} className="text-ink-soft text-sm">
            {line}
          </p>
        ))}
      </div>
      {children}
    </li>
  )
}
