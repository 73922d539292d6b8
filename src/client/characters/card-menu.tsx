import { Ellipsis } from 'lucide-react'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import type { CharacterSummary } from '#shared/characters.ts'

const loadMenu = () => import('./card-menu-content.tsx')
const CardMenuContent = lazy(async () => ({ default: (await loadMenu()).CardMenuContent }))

/**
 * The menu of someone else's character. A page has dozens of menus and few are opened, so each is a plain button until it
 * is first opened.
 */
export function CardMenu({ character, className }: { character: CharacterSummary; className?: string }) {
  const [isOpened, setOpened] = useState(false)
  const trigger = { name: character.name, className }
  const preload = () => void loadMenu()
  const open = () => setOpened(true)
  const closedMenu = (
    <CardMenuTrigger
      {...trigger}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={open}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown') return
        event.preventDefault()
        open()
      }}
    />
  )
  if (!isOpened) return closedMenu
  return (
    <Suspense fallback={closedMenu}>
      <CardMenuContent character={character} trigger={<CardMenuTrigger {...trigger} />} />
    </Suspense>
  )
}

function CardMenuTrigger({ name, className, ...props }: ComponentProps<'button'> & { name: string }) {
  return (
    <Button
      variant="quiet"
      size="icon"
      aria-label={`More about ${name}`}
      {...(className ? { className } : {})}
      {...props}
    >
      <Ellipsis aria-hidden size={18} />
    </Button>
  )
}
