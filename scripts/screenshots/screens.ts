import type { Screen } from './screen.ts'
import { accounts } from './screens/accounts.ts'
import { billing } from './screens/billing.ts'
import { chat } from './screens/chat.ts'
import { creator } from './screens/creator.ts'
import { home } from './screens/home.ts'
import { signedOut } from './screens/signed-out.ts'

/** Every screen in each of its states. */
export const screens: readonly Screen[] = [...signedOut, ...home, ...creator, ...chat, ...accounts, ...billing]
