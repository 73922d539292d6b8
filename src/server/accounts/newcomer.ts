import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { hasBegunConversation } from './queries.ts'

const day = 86_400_000
/** Registering starts a session at once; one that is started later than this after it is a login. */
const registration = 60_000

/** Whether the home page greets the viewer as new: see `User` in shared/accounts.ts. */
export async function isNewcomer({ db, clock }: Context, viewer: Viewer): Promise<boolean> {
  const { id, created_at, session_created_at } = viewer
  if (session_created_at - created_at > registration || clock.now() - created_at > day) return false
  return !(await hasBegunConversation(db, id))
}
