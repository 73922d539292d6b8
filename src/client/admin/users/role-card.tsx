import { passwordDialog } from '#client/accounts/dialogs.ts'
import { useUser } from '#client/accounts/session.ts'
import { call } from '#client/lib/http.ts'
import { Button } from '#client/ui/button.tsx'
import type { AccountRole, AdminUser, AdminUserDetails } from '#shared/users.ts'
import { AdminCard } from '../admin-card.tsx'
import { changeUser } from './api.ts'

const states: Record<AccountRole, string> = {
  none: 'This account is neither a moderator nor an admin.',
  moderator: 'This account is a moderator: it decides flags and appeals, and suspends accounts.',
  admin: 'This account is an admin, with all rights.',
}
const labels: Record<AccountRole, string> = {
  none: 'Take the rights away',
  moderator: 'Make a moderator',
  admin: 'Make an admin',
}
const loggedOut = 'The account is logged out, and has the rights from its next login on.'
const descriptions: Record<AccountRole, string> = {
  none: 'The account is logged out everywhere, and its open dashboards close.',
  moderator: `Moderators have the moderation pages only: flags, appeals, and the accounts that they are about. ${loggedOut}`,
  admin: `Admins decide flags, connect models, read the audit log and change every account. ${loggedOut}`,
}

const roleOf = ({ accountType, isModerator }: AdminUser): AccountRole =>
  accountType === 'admin' ? 'admin' : isModerator ? 'moderator' : 'none'

export function RoleCard({ details: { user } }: { details: AdminUserDetails }) {
  const isOwn = useUser().id === user.id
  const { id, name } = user
  const current = roleOf(user)
  const ask = (role: AccountRole) => {
    const given = role === 'none' ? null : role === 'admin' ? 'an admin' : 'a moderator'
    const taken = isOwn ? 'Give up your rights?' : `Take the rights from ${name}?`
    passwordDialog.open({
      title: given ? `Make ${name} ${given}?` : taken,
      description: descriptions[role],
      label: given ? labels[role] : isOwn ? 'Give them up' : 'Take them away',
      busyLabel: 'One moment…',
      variant: given ? 'primary' : 'danger',
      onConfirm: (password) =>
        changeUser(
          () => call('PUT /api/admin/users/:id/role', { params: { id }, body: { role, password } }),
          `${name} is ${given ?? 'neither a moderator nor an admin'} now.`,
        ),
    })
  }
  const others = (['moderator', 'admin', 'none'] as const).filter((role) => role !== current)
  return (
    <AdminCard title="Rights">
      <p className="mt-1.5 text-pretty text-ink-soft">{states[current]}</p>
      <div className="mt-4 flex flex-wrap gap-2.5">
        {others.map((role) => (
          <Button key={role} variant="outline" onClick={() => ask(role)}>
            {labels[role]}
          </Button>
        ))}
      </div>
    </AdminCard>
  )
}
