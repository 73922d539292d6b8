import type { ReactNode } from 'react'
import { PageHeader } from '#client/ui/page-header.tsx'

interface HomeHeaderProps {
  name: string
  action: ReactNode
}

export function HomeHeader({ name, action }: HomeHeaderProps) {
  return (
    <PageHeader
      title={`Welcome back, ${name}`}
      text="Pick up where you left off, or meet someone new."
      action={action}
    />
  )
}
