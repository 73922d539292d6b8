import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '#client/ui/badge.tsx'
import type { Plan } from './plans.ts'

interface PlanCardProps {
  plan: Plan
  current: boolean
  featured?: boolean
  action?: ReactNode
}

export function PlanCard({ plan, current, featured, action }: PlanCardProps) {
  return (
    <section
      aria-label={`${plan.name} plan`}
      className={`relative flex flex-col rounded-lg border bg-card p-6 shadow-card sm:p-7 ${featured ? 'border-gilt' : 'border-line'}`}
    >
      <div className="flex min-h-7 flex-wrap items-center justify-between gap-x-3">
        <h2 className="text-2xl">{plan.name}</h2>
        {current && <Badge variant="soft">Current plan</Badge>}
      </div>
      <p className="mt-1 text-ink-soft">{plan.summary}</p>
      <p className="mt-5 flex items-baseline gap-2">
        <span className="font-[550] font-display text-4xl leading-none tracking-[-0.025em]">{plan.price}</span>
        <span className="text-ink-soft text-sm">{plan.period}</span>
      </p>
      <ul className="mt-6 flex flex-col gap-3 border-line border-t pt-6">
        {plan.features.map((feature) => (
          <li key={feature} className="flex gap-3">
            <Check aria-hidden size={18} className={`mt-0.5 shrink-0 ${featured ? 'text-gilt-ink' : 'text-curtain'}`} />
            {feature}
          </li>
        ))}
      </ul>
      {action && <div className="mt-auto pt-7">{action}</div>}
    </section>
  )
}
