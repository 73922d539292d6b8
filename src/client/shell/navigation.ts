import {
  AudioLines,
  Compass,
  Cpu,
  CreditCard,
  FileText,
  Gauge,
  Gem,
  House,
  type LucideIcon,
  MessageSquare,
  Plus,
  Settings2,
  ShieldCheck,
  TrendingUp,
  UserRound,
  UsersRound,
} from 'lucide-react'
import type { User } from '#shared/accounts.ts'
import { canModerate } from '#shared/entitlements.ts'

export interface NavigationItem {
  to: string
  label: string
  icon: LucideIcon
  /** Hidden while the sidebar is collapsed. */
  wideOnly?: boolean
  /** Not the current page while a page below its path is open. */
  isExact?: boolean
}

export const mainNavigation: readonly NavigationItem[] = [
  { to: '/', label: 'Home', icon: House, isExact: true },
  { to: '/discover', label: 'Discover', icon: Compass },
  { to: '/trending', label: 'Trending', icon: TrendingUp },
  { to: '/my-characters', label: 'My Characters', icon: UserRound },
  { to: '/chat', label: 'Chat', icon: MessageSquare, wideOnly: true },
]

/** The pages of admins, and those of them that are for moderators too. */
export const adminNavigationOf = (user: User): readonly NavigationItem[] =>
  user.accountType === 'admin' ? adminNavigation : canModerate(user) ? [moderation] : []

const moderation: NavigationItem = { to: '/admin', label: 'Moderation', icon: ShieldCheck, isExact: true }
const adminNavigation: readonly NavigationItem[] = [
  { to: '/admin/overview', label: 'Overview', icon: Gauge },
  moderation,
  { to: '/admin/users', label: 'Users', icon: UsersRound },
  { to: '/admin/models', label: 'Models', icon: Cpu },
  { to: '/admin/voices', label: 'Voices', icon: AudioLines },
  { to: '/admin/payments', label: 'Payments', icon: CreditCard },
  { to: '/admin/pages', label: 'Pages', icon: FileText },
  { to: '/admin/settings', label: 'Site settings', icon: Settings2 },
]

export const createNavigation: readonly NavigationItem[] = [
  { to: '/create', label: 'Create Character', icon: Plus },
  { to: '/subscribe', label: 'Subscribe', icon: Gem },
]

/** The groups of the account settings. `keywords`: by which the command palette finds them too. */
export const accountNavigation = [
  { to: '/settings', label: 'Profile', keywords: 'settings profile name display notices decisions appeal' },
  {
    to: '/settings/security',
    label: 'Security',
    keywords: 'password passkey login email devices sessions recovery codes',
  },
  { to: '/settings/chats', label: 'Chats', keywords: 'memory filter age adult' },
  { to: '/settings/plan', label: 'Plan', keywords: 'subscription premium card invoices cancel' },
  { to: '/settings/developers', label: 'Developers', keywords: 'api keys webhooks bots programs' },
  { to: '/settings/data', label: 'Data', keywords: 'download archive import export reports delete account' },
] as const
export type AccountPath = (typeof accountNavigation)[number]['to']
