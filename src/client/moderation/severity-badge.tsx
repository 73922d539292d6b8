import { Badge } from '#client/ui/badge.tsx'
import { severeFrom } from './alerts/alert-notices.ts'

/** Destructive from severity 4, secondary for 3, outline below. */
export function SeverityBadge({ severity }: { severity: number }) {
  const variant = severity >= severeFrom ? 'danger' : severity === 3 ? 'soft' : 'outline'
  // The selected row of the queue has the colour of the secondary badge.
  return (
    <Badge variant={variant} className={variant === 'soft' ? 'border-curtain/30' : ''}>
      Severity {severity}
    </Badge>
  )
}
