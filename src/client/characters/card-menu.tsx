import { Ellipsis, Flag, Star } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '#client/ui/dropdown-menu.tsx'
import type { Character } from '#shared/characters.ts'

const CharacterSheet = lazy(async () => ({ default: (await import('./sheet/character-sheet.tsx')).CharacterSheet }))
const ReportDialog = lazy(async () => ({
  default: (await import('#client/moderation/report-dialog.tsx')).ReportDialog,
}))

/** What a reader can do with somebody else's character beside chatting. */
export function CardMenu({ character, className }: { character: Character; className?: string }) {
  const [open, setOpen] = useState<'sheet' | 'report' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button
            variant="quiet"
            size="icon"
            aria-label={`More about ${character.name}`}
            {...(className ? { className } : {})}
          >
            <Ellipsis aria-hidden size={18} />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          <DropdownMenuItem onSelect={() => setOpen('sheet')}>
            <Star aria-hidden size={16} />
            About and rate
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => setOpen('report')}>
            <Flag aria-hidden size={16} />
            Report
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      <Suspense fallback={null}>
        {open === 'sheet' && <CharacterSheet character={character} onClose={close} />}
        {open === 'report' && (
          <ReportDialog reported={{ type: 'character', id: character.id, name: character.name }} onClose={close} />
        )}
      </Suspense>
    </>
  )
}
