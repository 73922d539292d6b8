import { Badge } from '#client/ui/badge.tsx'
import { severeFrom } from './alerts/alert-notices.ts'

/** Destructive from severity 4, secondary for 3, outline below (spec §9). */
export function SeverityBadge({ severity }: { severity: number }) {
  const variant = severity >= severeFrom ? 'danger' : severity === 3 ? 'soft' : 'outline'
  return <Badge variant={variant}>Severity {severity}</Badge>
}
