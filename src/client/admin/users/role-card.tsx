import { passwordDialog } from '#client/accounts/dialogs.ts'
import { useUser } from '#client/accounts/session.ts'
import { call } from '#client/lib/http.ts'
import { Button } from '#client/ui/button.tsx'
import type { AccountRole, AdminUser, AdminUserDetails } from '#shared/users.ts'
import { AdminCard } from '../admin-card.tsx'
import { useChangeUser } from './api.ts'

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

const roleOf = ({ accountType, isModerator }: AdminUser): AccountRole =>
  accountType === 'admin' ? 'admin' : isModerator ? 'moderator' : 'none'

export function RoleCard({ details: { user } }: { details: AdminUserDetails }) {
  const { id: viewerId } = useUser()
  const { mutateAsync: change } = useChangeUser()
  const { id } = user
  const role = roleOf(user)
  const ask = (asked: AccountRole) => {
    const { title, text, action, done } = describeChange(user, { role: asked, isOwn: id === viewerId })
    passwordDialog.open({
      title,
      description: text,
      label: action,
      busyLabel: 'One moment…',
      variant: asked === 'none' ? 'danger' : 'primary',
      onConfirm: (password) =>
        change({
          send: () => call('PUT /api/admin/users/:id/role', { params: { id }, body: { role: asked, password } }),
          done,
        }),
    })
  }
  return (
    <AdminCard title="Rights">
      <p className="mt-1.5 text-pretty text-ink-soft">{states[role]}</p>
      <div className="mt-4 flex flex-wrap gap-2.5">
        {(['moderator', 'admin', 'none'] as const)
          .filter((other) => other !== role)
          .map((other) => (
            <Button key={other} variant="outline" onClick={() => ask(other)}>
              {labels[other]}
            </Button>
          ))}
      </div>
    </AdminCard>
  )
}

function describeChange({ name }: AdminUser, { role, isOwn }: { role: AccountRole; isOwn: boolean }) {
  const loggedOut = 'The account is logged out, and has the rights from its next login on.'
  if (role === 'admin') {
    return {
      title: `Make ${name} an admin?`,
      text: `Admins decide flags, connect models, read the audit log and change every account. ${loggedOut}`,
      action: labels.admin,
      done: `${name} is an admin now.`,
    }
  }
  if (role === 'moderator') {
    return {
      title: `Make ${name} a moderator?`,
      text: `Moderators have the moderation pages only: flags, appeals, and the accounts that they are about. ${loggedOut}`,
      action: labels.moderator,
      done: `${name} is a moderator now.`,
    }
  }
  return {
    title: isOwn ? 'Give up your rights?' : `Take the rights from ${name}?`,
    text: 'The account is logged out everywhere, and its open dashboards close.',
    action: isOwn ? 'Give them up' : 'Take them away',
    done: `${name} is neither a moderator nor an admin now.`,
  }
}
