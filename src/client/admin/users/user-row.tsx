import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { timeAgo } from '#client/lib/dates.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import type { AdminUser } from '#shared/users.ts'
import { UserBadges } from './user-badges.tsx'

/** A user in the list. The whole row leads to its page. */
export function UserRow({ user, now }: { user: AdminUser; now: number }) {
  const { id, name, username, createdAt, lastSeenAt } = user
  return (
    <li className="group relative flex items-center gap-x-4 px-4 py-3 transition-colors hover:bg-curtain-wash/50 sm:px-5">
      <Avatar name={name} className="size-11 rounded-full" />
      <div className="grid grid-cols-1 min-w-0 flex-1 items-center gap-x-5 gap-y-1.5 lg:grid-cols-[minmax(0,1fr)_auto_11rem]">
        <div className="min-w-0">
          <Link
            to={`/admin/users/${id}`}
            className="block truncate rounded-sm font-[550] after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:outline-offset-[-3px]"
          >
            {name}
          </Link>
          {name !== username && <p className="truncate text-ink-soft text-sm">{username}</p>}
        </div>
        <UserBadges user={user} isShort />
        <p className="text-ink-soft text-xs leading-normal lg:text-right lg:text-sm">
          {lastSeenAt === null ? 'Not logged in' : `Seen ${timeAgo(lastSeenAt, now)}`}
          <span className="text-xs max-lg:hidden lg:block">Joined {timeAgo(createdAt, now)}</span>
        </p>
      </div>
      <ChevronRight aria-hidden size={18} className="shrink-0 text-ink-soft group-hover:text-curtain" />
    </li>
  )
}
