import { Compass, Gem, House, type LucideIcon, MessageSquare, Plus, TrendingUp, UserRound } from 'lucide-react'

/** What the sidebar lists, in order. */
export interface NavigationItem {
  to: string
  label: string
  icon: LucideIcon
  /** Listed where there is room for words; folded, the sidebar leaves it out. */
  wideOnly?: boolean
}

export const mainNavigation: readonly NavigationItem[] = [
  { to: '/', label: 'Home', icon: House },
  { to: '/discover', label: 'Discover', icon: Compass },
  { to: '/trending', label: 'Trending', icon: TrendingUp },
  { to: '/my-characters', label: 'My Characters', icon: UserRound },
  { to: '/chat', label: 'Chat', icon: MessageSquare, wideOnly: true },
]

export const createNavigation: readonly NavigationItem[] = [
  { to: '/create', label: 'Create Character', icon: Plus },
  { to: '/subscribe', label: 'Subscribe', icon: Gem },
]
