import { lazyDialog } from '#client/ui/dialogs.tsx'

/** A character's description, its average rating and the user's own rating. */
export const characterDialog = lazyDialog(async () => (await import('./sheet/character-dialog.tsx')).CharacterDialog)
