import type { ReactNode } from 'react'
import { cx } from '#client/lib/cx.ts'

interface FigureTableProps {
  label: string
  /** The heads of the columns, each with the classes that are its own. */
  columns: readonly (readonly [name: string, className?: string])[]
  children: ReactNode
  foot?: ReactNode
}

export function FigureTable({ label, columns, children, foot }: FigureTableProps) {
  return (
    <table aria-label={label} className="mt-3 w-full text-left text-sm">
      <thead className="text-ink-soft text-xs">
        <tr>
          {columns.map(([name, className]) => (
            <th key={name} className={cx('py-1.5 font-normal', className)}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-line border-t">{children}</tbody>
      {foot}
    </table>
  )
}

/** The first cell of a row: a model, what is to be noticed of it, and where it runs. */
export function ModelCell({ name, badge, description }: { name: string; badge: ReactNode; description: string }) {
  return (
    <th scope="row" className="py-2.5 font-[550]">
      <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 [overflow-wrap:anywhere]">
        {name}
        {badge}
      </span>
      {description !== '' && (
        <span className="mt-0.5 block font-normal text-ink-soft text-xs [overflow-wrap:anywhere]">{description}</span>
      )}
    </th>
  )
}
