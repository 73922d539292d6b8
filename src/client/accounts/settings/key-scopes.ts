import type { KeyScope } from '#shared/routes.ts'

/** What a key with this scope may do. */
export const scopeTexts: Record<KeyScope, string> = {
  read: 'Read only',
  chat: 'Read and chat',
  characters: 'Read and write characters',
  everything: 'Everything but logins and payments',
}
