import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#client/ui/button.tsx'
import { PlanCard } from './plan-card.tsx'
import { freePlan, premiumPlan } from './plans.ts'

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
