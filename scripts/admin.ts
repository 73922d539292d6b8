// `npm run admin -- grant <username>`, `revoke <username>`, `reset <username>`, `list`.
import { listAdmins } from '#server/accounts/grant-admin.ts'
import { issueCodeByName } from '#server/admin/users/change-user.ts'
import { setAdminByName } from '#server/admin/users/set-admin.ts'
import { withCliContext } from '#server/cli-context.ts'

const usage = 'Usage: npm run admin -- grant <username> | revoke <username> | reset <username> | list'

const [action, username] = process.argv.slice(2)

try {
  await withCliContext(async (context) => {
    if (action === 'list') {
      const admins = await listAdmins(context)
      console.log(admins.length > 0 ? admins.map((admin) => admin.username).join('\n') : 'There are no admins.')
      return
    }
    if (!username || (action !== 'grant' && action !== 'revoke' && action !== 'reset')) return fail(usage)
    const missing = `There is no account called ${username}. Sign up in the browser first.`
    if (action === 'reset') {
      const code = await issueCodeByName(context, username)
      if (!code) return fail(missing)
      console.log(`A recovery code for ${username}, which works once: ${code}`)
      console.log('In the login dialog: Forgot your password? Earlier codes of the account no longer work.')
      return
    }
    const user = await setAdminByName(context, username, action === 'grant')
    if (!user) return fail(missing)
    const state = action === 'grant' ? 'is now an admin' : 'is no longer an admin'
    console.log(`${user.username} ${state}. The change applies after the next login.`)
  })
} catch (error) {
  fail(error instanceof Error ? error.message : String(error))
}

function fail(message: string): void {
  console.error(message)
  process.exitCode = 1
}
