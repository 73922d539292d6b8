import { lazyDialog } from '#client/ui/dialogs.tsx'

export const characterDialog = lazyDialog(async () => (await import('./sheet/character-dialog.tsx')).CharacterDialog)
