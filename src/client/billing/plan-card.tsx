import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { freePlan, type Plan, premiumPlan } from './plans.ts'

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

interface PlanChoiceProps {
  /** The user's current plan. Null for visitors. */
  current: 'free' | 'premium' | 'admin' | null
  isChosen?: boolean
  /** Absent if Premium cannot be bought. */
  onChoose?: () => void
  /** How many messages a free account can send each day; undefined until known. */
  freeDailyMessages: number | undefined
  freeAction?: ReactNode
}

export function PlanChoice({ current, isChosen = false, onChoose, freeDailyMessages, freeAction }: PlanChoiceProps) {
  return (
    <div className="@container mb-6">
      <div className="grid grid-cols-1 @xl:grid-cols-2 gap-5">
        <PlanCard plan={freePlan(freeDailyMessages)} current={current === 'free'} action={freeAction} />
        <PlanCard
          plan={premiumPlan}
          current={current === 'premium'}
          featured
          action={
            onChoose && (
              <Button variant={isChosen ? 'outline' : 'primary'} size="lg" className="w-full" onClick={onChoose}>
                {isChosen && <Check aria-hidden size={18} />}
                {isChosen ? 'Premium selected' : 'Choose Premium'}
              </Button>
            )
          }
        />
      </div>
    </div>
  )
}
