import { listAdmins, setAdmin } from '#server/accounts/grant-admin.ts'
import { withCliContext } from '#server/cli-context.ts'

/** `npm run admin -- grant <username>`, `revoke <username>`, `list`. */
const usage = 'Say what to do: npm run admin -- grant <username> | revoke <username> | list'

const [action, username] = process.argv.slice(2)

try {
  await withCliContext(async (context) => {
    if (action === 'list') {
      const admins = await listAdmins(context)
      console.log(admins.length > 0 ? admins.map((admin) => admin.username).join('\n') : 'No admins yet.')
      return
    }
    if ((action !== 'grant' && action !== 'revoke') || !username) return fail(usage)
    const user = await setAdmin(context, username, action === 'grant' ? 'admin' : 'free')
    if (!user) return fail(`There is no account called ${username}. Sign up in the browser first.`)
    console.log(`${user.username} is ${action === 'grant' ? 'an admin' : 'no admin'} now. They log in again to see it.`)
  })
} catch (error) {
  fail(error instanceof Error ? error.message : String(error))
}

function fail(message: string): void {
  console.error(message)
  process.exitCode = 1
}
