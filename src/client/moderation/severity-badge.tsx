import { Badge } from '#client/ui/badge.tsx'

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

/** The least severity of a destructive toast and badge. */
export const severeFrom = 4
