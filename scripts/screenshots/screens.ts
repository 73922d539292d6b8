import type { Screen } from './screen.ts'
import { account } from './screens/account.ts'
import { chat } from './screens/chat.ts'
import { creator } from './screens/creator.ts'
import { house } from './screens/house.ts'
import { premium } from './screens/premium.ts'
import { street } from './screens/street.ts'

/** Every screen: empty, loading, broken and full. */
export const screens: readonly Screen[] = [...street, ...house, ...creator, ...chat, ...account, ...premium]
