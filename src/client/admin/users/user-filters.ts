export const userGroups = ['all', 'free', 'premium', 'admin', 'moderator', 'suspended', 'deletion'] as const
export type UserGroup = (typeof userGroups)[number]

export const groupLabels: Record<UserGroup, string> = {
  all: 'Everyone',
  free: 'Free',
  premium: 'Premium',
  admin: 'Admins',
  moderator: 'Moderators',
  suspended: 'Suspended',
  deletion: 'Being deleted',
}

export interface UserFilters {
  search: string
  show: UserGroup
}

export function readUserFilters(params: URLSearchParams): UserFilters {
  const show = userGroups.find((group) => group === params.get('show')) ?? 'all'
  return { search: params.get('search')?.trim() ?? '', show }
}

export function writeUserFilters({ search, show }: UserFilters): URLSearchParams {
  const params = new URLSearchParams()
  if (search.trim()) params.set('search', search.trim())
  if (show !== 'all') params.set('show', show)
  return params
}
