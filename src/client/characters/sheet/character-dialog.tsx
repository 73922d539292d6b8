import { Share2 } from 'lucide-react'
import { cx } from '#client/lib/cx.ts'
import { resumeChatPath } from '#client/lib/paths.ts'
import { reportDialog } from '#client/moderation/report.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { useClose } from '#client/ui/close-context.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { hueOf } from '#shared/category-hues.ts'
import type { CharacterSummary } from '#shared/characters.ts'
import { useCharacter } from '../api.ts'
import { shareCharacter } from '../share-character.ts'
import { CharacterFigures, CharacterTexts, RateOrReport } from './character-details.tsx'

interface CharacterDialogProps {
  character: CharacterSummary
  /** Left out where the chat is open already. */
  hasChatLink?: boolean
}

export function CharacterDialog({ character: listed, hasChatLink }: CharacterDialogProps) {
  const close = useClose()
  // Lists have the beginning of its texts.
  const character = useCharacter(listed.id).data ?? listed
  const { id, name, category, avatar, createdBy, isMine } = character
  const report = () => {
    close()
    reportDialog.open({ reported: { type: 'character', id, name } })
  }
  return (
    <Dialog title={name} description={`by ${createdBy}`}>
      <div className="flex flex-wrap items-start gap-4">
        <Avatar name={name} src={avatar} hue={hueOf(category)} className="size-20 rounded-lg text-2xl" />
        <div className="flex min-w-0 flex-col items-start gap-2.5">
          <Badge>{category}</Badge>
          <CharacterFigures character={character} />
        </div>
      </div>
      <CharacterTexts {...character} />
      {hasChatLink && (
        <ButtonLink to={resumeChatPath(character.id)} onClick={close} className="mt-5 w-full">
          Chat
        </ButtonLink>
      )}
      {character.isPublic && (
        <Button
          variant="outline"
          icon={Share2}
          className={cx('w-full', hasChatLink ? 'mt-3' : 'mt-5')}
          onClick={() => void shareCharacter(character)}
        >
          Share
        </Button>
      )}
      {!isMine && <RateOrReport id={id} name={name} onReport={report} />}
    </Dialog>
  )
}
