import type { AccountType } from '#shared/accounts.ts'
import type { Client, TestApp } from './test-app.ts'

interface Becoming {
  accountType: AccountType
  /** Whether the account has said that it is 18 or older. */
  adult?: boolean
}

/** Makes an account what a payment or an operator would make it. */
export async function become(app: TestApp, client: Client, { accountType, adult = true }: Becoming): Promise<void> {
  await app.context.db
    .updateTable('users')
    .set({
      account_type: accountType,
      adult_confirmed_at: adult ? app.clock.now() : null,
      deletion_requested_at: null,
    })
    .where('id', '=', client.id)
    .execute()
}
