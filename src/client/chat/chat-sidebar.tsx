import { Link } from 'react-router'
import { hueOf } from '#client/characters/hue.ts'
import { chatPath } from '#client/lib/paths.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { useSidebar } from '#client/ui/sidebar/sidebar-context.tsx'
import { SidebarSlot } from '#client/ui/sidebar/sidebar-slot.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { Tooltip } from '#client/ui/tooltip.tsx'
import { useCompany } from './use-company.ts'

/** As much of a character as the sidebar shows. */
interface Face {
  id: string
  name: string
  avatar: string
  category: string
}

/** The chat's part of the sidebar: the characters, the one on stage marked. Collapsed, only that one. */
export function ChatSidebar({ selected }: { selected: Face | null }) {
  const { collapsed } = useSidebar()
  return (
    <SidebarSlot>
      {collapsed ? selected && <SelectedFace face={selected} /> : <Characters selected={selected} />}
    </SidebarSlot>
  )
}

function SelectedFace({ face }: { face: Face }) {
  return (
    <Tooltip text={face.name} side="right" delay={0}>
      <Link to={chatPath(face.id)} className="mx-auto flex w-11 flex-col items-center gap-1 rounded-[10px] py-1.5">
        <Avatar name={face.name} src={face.avatar} hue={hueOf(face.category)} lazy />
        <span dir="auto" className="line-clamp-2 w-full text-center text-[0.625rem] text-ink-soft leading-tight">
          {face.name}
        </span>
      </Link>
    </Tooltip>
  )
}

function Characters({ selected }: { selected: Face | null }) {
  const { mine, others, isPending } = useCompany()
  const faces: Face[] = [...mine, ...others]
  // Whoever is on stage is on the list, wherever they were found.
  if (selected && !isPending && !faces.some(({ id }) => id === selected.id)) faces.unshift(selected)
  return (
    <section aria-labelledby="sidebar-characters">
      <h2
        id="sidebar-characters"
        className="mx-[11px] mb-1 font-normal font-sans text-2xs text-ink-soft tracking-normal"
      >
        Characters
      </h2>
      {isPending ? (
        <FacesSkeleton />
      ) : (
        <ul className="flex flex-col gap-0.5">
          {faces.map((face) => (
            <FaceItem key={face.id} face={face} current={face.id === selected?.id} />
          ))}
        </ul>
      )}
    </section>
  )
}

function FaceItem({ face, current }: { face: Face; current: boolean }) {
  const { setSheetOpen } = useSidebar()
  return (
    <li>
      <Link
        to={chatPath(face.id)}
        aria-current={current || undefined}
        onClick={() => setSheetOpen(false)}
        className="flex min-h-11 items-center gap-[11px] rounded-[10px] px-[11px] py-1.5 transition-colors duration-150 hover:bg-curtain-wash/60 aria-[current=true]:bg-curtain-wash"
      >
        <Avatar name={face.name} src={face.avatar} hue={hueOf(face.category)} lazy />
        <span className="min-w-0 leading-tight">
          <span dir="auto" className="block truncate font-medium text-sm" title={face.name}>
            {face.name}
          </span>
          <span className="block truncate text-ink-soft text-xs">{face.category}</span>
        </span>
      </Link>
    </li>
  )
}

function FacesSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading characters</span>
      {['w-3/5', 'w-2/5', 'w-1/2', 'w-2/3'].map((width) => (
        <div key={width} aria-hidden className="flex items-center gap-[11px] px-[11px] py-1.5">
          <Skeleton className="size-9 !rounded-full" />
          <span className="flex flex-1 flex-col gap-1.5">
            <Skeleton className={`h-3 ${width}`} />
            <Skeleton className="h-2.5 w-1/4" />
          </span>
        </div>
      ))}
    </div>
  )
}
