import { Code, Copy, Download, Flag, Info, Share2 } from 'lucide-react'
import type { ReactElement } from 'react'
import { addressOf, call } from '#client/lib/http.ts'
import { reportDialog } from '#client/moderation/report.ts'
import { lazyDialog } from '#client/ui/dialogs.tsx'
import { DropdownMenu, MenuItem } from '#client/ui/dropdown-menu.tsx'
import { toastIfFailed } from '#client/ui/toast-error.ts'
import type { CharacterSummary } from '#shared/characters.ts'
import { characterDialog } from './character-dialog.ts'
import { exportRoutes } from './export-routes.ts'
import { shareCharacter } from './share-character.ts'
import { useDuplicateCharacter } from './use-duplicate-character.ts'

const embedDialog = lazyDialog(async () => (await import('./embed/embed-dialog.tsx')).EmbedDialog)

export function CardMenuContent({ character, trigger }: { character: CharacterSummary; trigger: ReactElement }) {
  const duplicate = useDuplicateCharacter()
  const { id, name } = character
  const openEmbed = () => {
    const loaded = call('GET /api/characters/:id/embed', { params: { id } })
    return toastIfFailed(
      loaded.then((embed) => embedDialog.open({ character, embed })),
      { title: 'Not opened' },
    )
  }
  return (
    <DropdownMenu defaultOpen trigger={trigger}>
      <MenuItem
        icon={Info}
        label={character.isMine ? 'About' : 'About and rate'}
        onSelect={() => characterDialog.open({ character, hasChatLink: true })}
      />
      {character.isPublic && <MenuItem icon={Share2} label="Share" onSelect={() => void shareCharacter(character)} />}
      {character.isMine ? (
        <>
          {character.isPublic && character.contentRating === 'general' && (
            <MenuItem icon={Code} label="Embed…" onSelect={() => void openEmbed()} />
          )}
          <MenuItem icon={Copy} label="Duplicate" onSelect={() => duplicate.mutate(id)} />
          {Object.entries(exportRoutes).map(([type, route]) => (
            <MenuItem
              key={type}
              icon={Download}
              label={`Export as ${type}`}
              href={addressOf(route, { params: { id } })}
            />
          ))}
        </>
      ) : (
        <MenuItem
          icon={Flag}
          label="Report"
          onSelect={() => reportDialog.open({ reported: { type: 'character', id, name } })}
        />
      )}
    </DropdownMenu>
  )
}
