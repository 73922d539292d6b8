import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { hasBegunConversation } from './queries.ts'

const day = 86_400_000
/** Milliseconds after the registration in which a session counts as the one that the registration has started. */
const registration = 60_000

/** Whether the home page greets the viewer as new: see `User` in shared/accounts.ts. */
export async function isNewcomer({ db, clock }: Context, viewer: Viewer): Promise<boolean> {
  const { id, created_at, session_created_at } = viewer
  if (session_created_at - created_at > registration || clock.now() - created_at > day) return false
  return !(await hasBegunConversation(db, id))
}
