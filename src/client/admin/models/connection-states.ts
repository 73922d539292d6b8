import type { ModelConnection } from '#shared/models.ts'

export const connectionStateLabels: Record<ModelConnection['state'], { text: string; variant: 'outline' | 'danger' }> =
  {
    off: { text: 'Switched off', variant: 'outline' },
    unused: { text: 'Not used yet', variant: 'outline' },
    working: { text: 'Working', variant: 'outline' },
    failing: { text: 'Failing', variant: 'danger' },
    key_unreadable: { text: 'Key needed', variant: 'danger' },
  }
