import { invalidate } from '#client/lib/query-client.ts'
import { toast } from '#client/ui/toast-store.ts'

/**
 * Makes a change of an account, which a dialog asks for; `done`: what the toast says then. Its page is read again, also when
 * the change was refused.
 */
export async function changeUser<Answer>(send: () => Promise<Answer>, done: string): Promise<Answer> {
  try {
    const answer = await send()
    toast({ title: 'Done', description: done })
    return answer
  } finally {
    void invalidate('GET /api/admin/users', 'GET /api/admin/users/:id', 'GET /api/admin/audits')
  }
}
