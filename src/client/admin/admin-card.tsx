import { type ReactNode, useId } from 'react'
import { Card } from '#client/ui/card.tsx'

/** `aside`: at the other end of the title. */
export function AdminCard({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <Card className="p-5 sm:p-6">
      <section aria-labelledby={id} className="@container">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
          <h2 id={id} className="text-xl">
            {title}
          </h2>
          {aside}
        </div>
        {children}
      </section>
    </Card>
  )
}

/** A further part of a page. */
export function AdminSection({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-12">
      <h2 id={id} className="text-2xl">
        {title}
      </h2>
      <p className="mt-1.5 mb-5 text-pretty text-ink-soft">{text}</p>
      {children}
    </section>
  )
}

/** A line of a list of facts (`dl`): its name, and what is known at the other end. */
export function FactLine({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 py-2.5">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="font-[550] tabular-nums [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}

/** Facts in columns, each below its name. */
export function FactGrid({ facts, className }: { facts: Readonly<Record<string, ReactNode>>; className: string }) {
  return (
    <dl className={`grid grid-cols-2 gap-x-5 ${className}`}>
      {Object.entries(facts).map(([name, value]) => (
        <div key={name}>
          <dt className="text-ink-soft text-xs">{name}</dt>
          <dd className="mt-0.5 font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
