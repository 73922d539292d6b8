import { type ReactElement, useState } from 'react'
import { CloseContext } from '#client/ui/close-context.ts'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import { MoreButton } from '#client/ui/more-button.tsx'
import type { CharacterSummary } from '#shared/characters.ts'

interface OpenedMenuProps {
  character: CharacterSummary
  trigger: ReactElement
}

const CardMenuContent = lazyPart<OpenedMenuProps>(
  async () => (await import('./card-menu-content.tsx')).CardMenuContent,
  { placeholder: ({ trigger }) => trigger },
)

/**
 * The menu of a character. A page has dozens of menus and few are opened, so each is a plain button until it
 * is first opened.
 */
export function CardMenu({ character, className }: { character: CharacterSummary; className?: string }) {
  const [isOpened, setOpened] = useState(false)
  const trigger = { label: `More about ${character.name}`, className }
  const open = () => setOpened(true)
  if (isOpened) {
    return (
      <CloseContext value={() => setOpened(false)}>
        <CardMenuContent character={character} trigger={<MoreButton {...trigger} />} />
      </CloseContext>
    )
  }
  return (
    <MoreButton
      {...trigger}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={CardMenuContent.preload}
      onFocus={CardMenuContent.preload}
      onClick={open}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown') return
        event.preventDefault()
        open()
      }}
    />
  )
}
