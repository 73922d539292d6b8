import { Code, Copy, Download, Flag, Info, Share2 } from 'lucide-react'
import type { ReactElement } from 'react'
import { addressOf, call } from '#client/lib/http.ts'
import { reportDialog } from '#client/moderation/report.ts'
import { lazyDialog } from '#client/ui/dialogs.tsx'
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '#client/ui/dropdown-menu.tsx'
import { toastError } from '#client/ui/toast-error.ts'
import type { CharacterSummary } from '#shared/characters.ts'
import { characterDialog } from './character-dialog.ts'
import { exportRoutes } from './export-routes.ts'
import { shareCharacter } from './share-character.ts'
import { useDuplicateCharacter } from './use-duplicate-character.ts'

const embedDialog = lazyDialog(async () => (await import('./embed/embed-dialog.tsx')).EmbedDialog)

export function CardMenuContent({ character, trigger }: { character: CharacterSummary; trigger: ReactElement }) {
  const duplicate = useDuplicateCharacter()
  const { id, name } = character
  const openEmbed = async () => {
    try {
      embedDialog.open({ character, embed: await call('GET /api/characters/:id/embed', { params: { id } }) })
    } catch (error) {
      toastError(error, { title: 'Not opened' })
    }
  }
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuItem onSelect={() => characterDialog.open({ character, hasChatLink: true })}>
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
          <>
            {character.isPublic && character.contentRating === 'general' && (
              <DropdownMenuItem onSelect={() => void openEmbed()}>
                <Code aria-hidden size={16} />
                Embed…
              </DropdownMenuItem>
            )}
            <DropdownMenuItem onSelect={() => duplicate.mutate(id)}>
              <Copy aria-hidden size={16} />
              Duplicate
            </DropdownMenuItem>
            {Object.entries(exportRoutes).map(([type, route]) => (
              <DropdownMenuItem key={type} asChild>
                <a href={addressOf(route, { params: { id } })} download>
                  <Download aria-hidden size={16} />
                  Export as {type}
                </a>
              </DropdownMenuItem>
            ))}
          </>
        ) : (
          <DropdownMenuItem onSelect={() => reportDialog.open({ reported: { type: 'character', id, name } })}>
            <Flag aria-hidden size={16} />
            Report
          </DropdownMenuItem>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
