import { type ReactNode, useCallback, useState } from 'react'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import { ModelPanel } from '../model-label.tsx'
import { useOtherCharacters } from '../scenes/use-scene-characters.ts'
import type { ConversationStore } from '../store/conversation-store.ts'
import { useConversationState } from '../store/use-conversation.ts'
import type { ConversationCharacter } from '../use-conversation-character.ts'
import { OpenPanelContext, type Panel } from './open-panel.ts'

const ChoosePersonaDialog = lazyPart(
  async () => (await import('../personas/choose-persona-dialog.tsx')).ChoosePersonaDialog,
)
const NotesDialog = lazyPart(async () => (await import('../notes/notes-dialog.tsx')).NotesDialog)
const QuickRepliesDialog = lazyPart(
  async () => (await import('../quick-replies/quick-replies-dialog.tsx')).QuickRepliesDialog,
)
const CommandsDialog = lazyPart(async () => (await import('../commands/commands-dialog.tsx')).CommandsDialog)
const RenameDialog = lazyPart(async () => (await import('../conversation-list/rename-dialog.tsx')).RenameDialog)
const ExportDialog = lazyPart(async () => (await import('../transcript-files/export-dialog.tsx')).ExportDialog)
const MoveDialog = lazyPart(async () => (await import('../conversation-list/folder-dialogs.tsx')).MoveDialog)
const DeleteOwnFolderDialog = lazyPart(
  async () => (await import('../conversation-list/folder-dialogs.tsx')).DeleteOwnFolderDialog,
)
const ImportDialog = lazyPart(async () => (await import('../transcript-files/import-dialog.tsx')).ImportDialog)
const CharacterDialog = lazyPart(
  async () => (await import('#client/characters/sheet/character-dialog.tsx')).CharacterDialog,
)
const ContentRatingDialog = lazyPart(async () => (await import('./content-rating-dialog.tsx')).ContentRatingDialog)
const SceneDialog = lazyPart(async () => (await import('../scenes/scene-dialog.tsx')).SceneDialog)
const ReadingPanel = lazyPart(async () => (await import('../reading/reading-panel.tsx')).ReadingPanel)

interface ConversationPanelsProps {
  store: ConversationStore
  /** Null while it loads. */
  character: ConversationCharacter | null
  onOpenConversations: () => void
  children: ReactNode
}

/** Everything from which a dialog about the conversation can be opened (`useOpenPanel`), and these dialogs. */
export function ConversationPanels({ store, character, onOpenConversations, children }: ConversationPanelsProps) {
  const [panel, setPanel] = useState<Panel | null>(null)
  const conversation = useConversationState(store, (state) => state.conversation)
  const others = useOtherCharacters(store)
  const open = useCallback(
    (wanted: Panel) => {
      if (wanted === 'conversations') onOpenConversations()
      else setPanel((shown) => (shown === wanted ? null : wanted))
    },
    [onOpenConversations],
  )
  const onClose = () => setPanel(null)
  return (
    <OpenPanelContext value={open}>
      {children}
      {conversation && character && (
        <>
          {panel === 'persona' && <ChoosePersonaDialog store={store} character={character} onClose={onClose} />}
          {panel === 'notes' && <NotesDialog store={store} onClose={onClose} />}
          {panel === 'quick-replies' && <QuickRepliesDialog onClose={onClose} />}
          {panel === 'commands' && <CommandsDialog onClose={onClose} />}
          {panel === 'rename' && <RenameDialog conversation={conversation} onClose={onClose} />}
          {panel === 'export' && <ExportDialog conversation={conversation} onClose={onClose} />}
          {panel === 'move' && <MoveDialog conversation={conversation} onClose={onClose} />}
          {panel === 'delete-folder' && <DeleteOwnFolderDialog conversation={conversation} onClose={onClose} />}
          {panel === 'import' && (
            <ImportDialog
              current={conversation.characterAvailable ? conversation : null}
              onClose={onClose}
              onOpen={onClose}
            />
          )}
          {panel === 'content-rating' && character.current && (
            <ContentRatingDialog
              store={store}
              conversation={conversation}
              character={character.current}
              onClose={onClose}
            />
          )}
          {panel === 'scene' && <SceneDialog store={store} onClose={onClose} />}
        </>
      )}
      {character?.current && panel === 'about' && <CharacterDialog character={character.current} onClose={onClose} />}
      {panel === 'model' && <ModelPanel onClose={onClose} />}
      {character && panel === 'reading' && <ReadingPanel characters={[character, ...others]} onClose={onClose} />}
    </OpenPanelContext>
  )
}
