import type { ReactNode } from 'react'
import { PageHeader } from '#client/ui/page-header.tsx'

interface HomeHeaderProps {
  name: string
  /** `wayBackWords`, or the link they become for those who have been somewhere. */
  wayBack: ReactNode
  action: ReactNode
}

export const wayBackWords = 'Pick up where you left off'

export function HomeHeader({ name, wayBack, action }: HomeHeaderProps) {
  return <PageHeader title={`Welcome back, ${name}`} text={<>{wayBack}, or meet someone new.</>} action={action} />
}
