import { type ComponentType, createElement } from 'react'
import { characterDialog } from '#client/characters/character-dialog.ts'
import { call } from '#client/lib/http.ts'
import { lazyDialog } from '#client/ui/dialogs.tsx'
import type { Conversation } from '#shared/chat.ts'
import type { ConversationCharacter } from './api/use-conversation-character.ts'
import type { ConversationStore } from './store/conversation-store.ts'
import { ConversationContext } from './store/use-conversation.ts'

// The dialogs and panels about conversations. The code of each is loaded when it is opened first.

/** A dialog about the conversation of `store`: it is rendered outside of that conversation's page. */
const conversationDialog = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazyDialog(async () => withStore(await load()))

const withStore =
  <Props extends object>(Part: ComponentType<Props>) =>
  ({ store, ...props }: Props & { store: ConversationStore }) =>
    createElement(ConversationContext, { value: store }, createElement(Part, props as unknown as Props))

export const attachLorebooksDialog = lazyDialog(
  async () => (await import('#client/lorebooks/attach-lorebooks-dialog.tsx')).AttachLorebooksDialog,
)
export const backgroundDialog = conversationDialog(
  async () => (await import('./panels/background-dialog.tsx')).BackgroundDialog,
)
export const callDialog = conversationDialog(async () => (await import('./panels/call-dialog.tsx')).CallDialog)
export const changeCharacterDialog = lazyDialog(
  async () => (await import('./conversation-list/change-character-dialog.tsx')).ChangeCharacterDialog,
)
export const characterUpdateDialog = conversationDialog(
  async () => (await import('./panels/character-update-dialog.tsx')).CharacterUpdateDialog,
)
export const choosePersonaDialog = conversationDialog(
  async () => (await import('./personas/choose-persona-dialog.tsx')).ChoosePersonaDialog,
)
export const commandsDialog = lazyDialog(async () => (await import('./commands/commands-dialog.tsx')).CommandsDialog)
export const compareDialog = conversationDialog(
  async () => (await import('./transcript/compare-dialog.tsx')).CompareDialog,
)
export const contentRatingDialog = conversationDialog(
  async () => (await import('./panels/content-rating-dialog.tsx')).ContentRatingDialog,
)
export const deleteFolderDialog = lazyDialog(
  async () => (await import('./conversation-list/folder-dialog.tsx')).DeleteFolderDialog,
)
export const exportDialog = lazyDialog(async () => (await import('./transcript-files/export-dialog.tsx')).ExportDialog)
export const folderDialog = lazyDialog(async () => (await import('./conversation-list/folder-dialog.tsx')).FolderDialog)
export const hintDialog = conversationDialog(async () => (await import('./transcript/hint-dialog.tsx')).HintDialog)
export const importDialog = lazyDialog(async () => (await import('./transcript-files/import-dialog.tsx')).ImportDialog)
export const memoryPanel = conversationDialog(async () => (await import('./memory/memory-panel.tsx')).MemoryPanel)
export const modelDialog = lazyDialog(async () => (await import('./panels/model-dialog.tsx')).ModelDialog)
export const moveDialog = lazyDialog(async () => (await import('./conversation-list/move-dialog.tsx')).MoveDialog)
export const nameBranchDialog = conversationDialog(
  async () => (await import('./transcript/name-branch-dialog.tsx')).NameBranchDialog,
)
export const notesDialog = conversationDialog(async () => (await import('./notes/notes-dialog.tsx')).NotesDialog)
export const personaDialog = lazyDialog(async () => (await import('./personas/persona-dialog.tsx')).PersonaDialog)
export const receiptDialog = conversationDialog(
  async () => (await import('./transcript/receipt-dialog.tsx')).ReceiptDialog,
)
export const quickRepliesDialog = lazyDialog(
  async () => (await import('./quick-replies/quick-replies-dialog.tsx')).QuickRepliesDialog,
)
export const readingPanel = conversationDialog(async () => (await import('./panels/reading-panel.tsx')).ReadingPanel)
export const renameDialog = lazyDialog(async () => (await import('./conversation-list/rename-dialog.tsx')).RenameDialog)
export const sceneDialog = conversationDialog(async () => (await import('./scenes/scene-dialog.tsx')).SceneDialog)
export const startSceneDialog = lazyDialog(
  async () => (await import('./scenes/start-scene-dialog.tsx')).StartSceneDialog,
)
export const storyMapDialog = conversationDialog(
  async () => (await import('./story-map/story-map-dialog.tsx')).StoryMapDialog,
)

/** What opens the dialogs and panels about the open conversation. Those that need it do nothing until it is loaded. */
export function conversationPanels(store: ConversationStore, character: ConversationCharacter) {
  const { name, current } = character
  const withConversation = (open: (conversation: Conversation) => void) => () => {
    const { conversation } = store.state.getState()
    if (conversation) open(conversation)
  }
  return {
    about: () => current && characterDialog.open({ character: current }),
    background: withConversation(() => backgroundDialog.open({ store, character })),
    call: withConversation(() => callDialog.open({ store, character })),
    commands: () => commandsDialog.open({}),
    contentRating: withConversation(() => current && contentRatingDialog.open({ store, character: current })),
    export: withConversation((conversation) => exportDialog.open({ conversation })),
    import: withConversation((conversation) =>
      importDialog.open({ current: conversation.characterAvailable ? conversation : null }),
    ),
    lorebooks: withConversation(({ id }) =>
      attachLorebooksDialog.open({
        title: 'Lorebooks of this chat',
        description: 'Used from your next message on, besides those of the character and your persona.',
        chosen: {
          key: id,
          read: async () => (await call('GET /api/conversations/:id/lorebooks', { params: { id } })).ids,
        },
        onSave: (ids: string[]) => call('PUT /api/conversations/:id/lorebooks', { params: { id }, body: { ids } }),
      }),
    ),
    memory: withConversation(() => memoryPanel.open({ store, name })),
    model: () => modelDialog.open({}),
    move: withConversation((conversation) => moveDialog.open({ conversation })),
    notes: withConversation(() => notesDialog.open({ store })),
    persona: withConversation(() => choosePersonaDialog.open({ store })),
    quickReplies: () => quickRepliesDialog.open({}),
    reading: () => readingPanel.toggle({ store, character }),
    rename: withConversation((conversation) => renameDialog.open({ conversation })),
    scene: withConversation(() => sceneDialog.open({ store })),
    storyMap: (messageId?: string) =>
      withConversation(() => storyMapDialog.open({ store, name, startId: messageId ?? null }))(),
  }
}

export type ConversationPanels = ReturnType<typeof conversationPanels>
