import type { ReactNode } from 'react'
import { PageHeader } from '#client/ui/page-header.tsx'

interface HomeHeaderProps {
  name: string
  /** Makes the way back out of the words that promise it, for those who have been somewhere. */
  wayBack?: (words: string) => ReactNode
  action: ReactNode
}

export function HomeHeader({ name, wayBack = (words) => words, action }: HomeHeaderProps) {
  return (
    <PageHeader
      title={`Welcome back, ${name}`}
      text={<>{wayBack('Pick up where you left off')}, or meet someone new.</>}
      action={action}
    />
  )
}
