import { Copy, Flag, Info, Share2 } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '#client/ui/dropdown-menu.tsx'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import type { CharacterSummary } from '#shared/characters.ts'
import { shareCharacter } from './share-character.ts'
import { useDuplicateCharacter } from './use-duplicate-character.ts'

const CharacterDialog = lazyPart(async () => (await import('./sheet/character-dialog.tsx')).CharacterDialog)
const ReportDialog = lazyPart(async () => (await import('#client/moderation/report-dialog.tsx')).ReportDialog)

/** The menu of a card, open on mount, with its dialogs. */
export function CardMenuContent({ character, trigger }: { character: CharacterSummary; trigger: ReactElement }) {
  const [open, setOpen] = useState<'about' | 'report' | null>(null)
  const duplicate = useDuplicateCharacter()
  const close = () => setOpen(null)
  return (
    <>
      <DropdownMenu defaultOpen>
        <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          <DropdownMenuItem onSelect={() => setOpen('about')}>
            <Info aria-hidden size={16} />
            {character.isMine ? 'About' : 'About and rate'}
          </DropdownMenuItem>
          {character.isPublic && (
            <DropdownMenuItem onSelect={() => void shareCharacter(character)}>
              <Share2 aria-hidden size={16} />
              Share
            </DropdownMenuItem>
          )}
          {character.isMine ? (
            <DropdownMenuItem onSelect={() => duplicate.mutate(character.id)}>
              <Copy aria-hidden size={16} />
              Duplicate
            </DropdownMenuItem>
          ) : (
            <DropdownMenuItem onSelect={() => setOpen('report')}>
              <Flag aria-hidden size={16} />
              Report
            </DropdownMenuItem>
          )}
        </DropdownMenuContent>
      </DropdownMenu>
      {open === 'about' && <CharacterDialog character={character} hasChatLink onClose={close} />}
      {open === 'report' && (
        <ReportDialog reported={{ type: 'character', id: character.id, name: character.name }} onClose={close} />
      )}
    </>
  )
}
