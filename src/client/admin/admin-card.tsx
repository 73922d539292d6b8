import { type ReactNode, useId } from 'react'
import { Card } from '#client/ui/card.tsx'

export function AdminCard({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Card className="p-5 sm:p-6">
      <section aria-labelledby={id} className="@container">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {children}
      </section>
    </Card>
  )
}
