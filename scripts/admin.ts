// `npm run admin -- grant <username> [moderator]`, `revoke <username>`, `reset <username>`, `list`.
import { listStaff } from '#server/accounts/grant-admin.ts'
import { issueCodeByName } from '#server/admin/users/change-user.ts'
import { setRoleByName } from '#server/admin/users/set-role.ts'
import { withCliContext } from '#server/cli-context.ts'
import { runTask } from './run-task.ts'

const usage = 'Usage: npm run admin -- grant <username> [moderator] | revoke <username> | reset <username> | list'

const [action, username, role = 'admin'] = process.argv.slice(2)

await runTask(() =>
  withCliContext(async (context) => {
    if (action === 'list') {
      const staff = await listStaff(context)
      const lines = staff.map((one) => (one.account_type === 'admin' ? one.username : `${one.username} (moderator)`))
      console.log(lines.length > 0 ? lines.join('\n') : 'There are no admins.')
      return
    }
    if (!username || (action !== 'grant' && action !== 'revoke' && action !== 'reset')) throw new Error(usage)
    if (role !== 'admin' && role !== 'moderator') throw new Error(usage)
    const missing = `There is no account called ${username}. Sign up in the browser first.`
    if (action === 'reset') {
      const code = await issueCodeByName(context, username)
      if (!code) throw new Error(missing)
      console.log(`A recovery code for ${username}, which works once: ${code}`)
      console.log('In the login dialog: Forgot your password? Earlier codes of the account no longer work.')
      return
    }
    const user = await setRoleByName(context, username, action === 'grant' ? role : 'none')
    if (!user) throw new Error(missing)
    const state =
      action === 'revoke' ? 'is now a regular user' : role === 'admin' ? 'is now an admin' : 'is now a moderator'
    console.log(`${user.username} ${state}. The change applies after the next login.`)
  }),
)
