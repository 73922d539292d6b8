import { accounts } from './accounts.ts'
import { admin } from './admin.ts'
import { billing } from './billing.ts'
import { chat } from './chat.ts'
import { creator } from './creator.ts'
import { home } from './home.ts'
import { moderation } from './moderation.ts'
import type { Screen } from './screen.ts'
import { signedOut } from './signed-out.ts'
import { stories } from './stories.ts'

/** Every screen in each of its states. */
export const screens: readonly Screen[] = [
  ...signedOut,
  ...home,
  ...creator,
  ...chat,
  ...stories,
  ...accounts,
  ...billing,
  ...admin,
  ...moderation,
]
