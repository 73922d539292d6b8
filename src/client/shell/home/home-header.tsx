import type { ReactNode } from 'react'
import { PageHeader } from '#client/ui/page-header.tsx'

interface HomeHeaderProps {
  name: string
  /** `lastConversationLabel` as plain text, or as a link if there is a last conversation. */
  lastConversation: ReactNode
  action: ReactNode
}

export const lastConversationLabel = 'Continue your last conversation'

export function HomeHeader({ name, lastConversation, action }: HomeHeaderProps) {
  return (
    <PageHeader title={`Welcome back, ${name}`} text={<>{lastConversation}, or meet someone new.</>} action={action} />
  )
}
