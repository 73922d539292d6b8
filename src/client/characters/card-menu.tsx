import { Ellipsis } from 'lucide-react'
import { type ComponentProps, type ReactElement, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import type { CharacterSummary } from '#shared/characters.ts'

interface OpenedMenuProps {
  character: CharacterSummary
  trigger: ReactElement
  onClose: () => void
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
  const trigger = { name: character.name, className }
  const open = () => setOpened(true)
  if (isOpened) {
    const close = () => setOpened(false)
    return <CardMenuContent character={character} trigger={<CardMenuTrigger {...trigger} />} onClose={close} />
  }
  return (
    <CardMenuTrigger
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

function CardMenuTrigger({ name, className, ...props }: ComponentProps<'button'> & { name: string }) {
  return (
    <Button variant="quiet" size="icon" aria-label={`More about ${name}`} className={className} {...props}>
      <Ellipsis aria-hidden size={18} />
    </Button>
  )
}
