import { Ellipsis } from 'lucide-react'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import type { CharacterSummary } from '#shared/characters.ts'

const loadMenu = () => import('./card-menu-open.tsx')
const CardMenuOpen = lazy(async () => ({ default: (await loadMenu()).CardMenuOpen }))

/**
 * What a reader can do with somebody else's character beside chatting. A page has dozens of these and few are ever
 * opened: until then each is a plain button.
 */
export function CardMenu({ character, className }: { character: CharacterSummary; className?: string }) {
  const [wanted, setWanted] = useState(false)
  const trigger = { name: character.name, className }
  const prepare = () => void loadMenu()
  const open = () => setWanted(true)
  const closed = (
    <CardMenuTrigger
      {...trigger}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={open}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown') return
        event.preventDefault()
        open()
      }}
    />
  )
  if (!wanted) return closed
  return (
    <Suspense fallback={closed}>
      <CardMenuOpen character={character} trigger={<CardMenuTrigger {...trigger} />} />
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
